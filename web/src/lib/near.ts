// What is far below the visible part of a page is loaded when the reader comes near it. A browser's own lazy
// loading starts some screens earlier.

/** Calls `then` once, when the element is at most this many pixels outside the visible part. Returns how to stop. */
export function whenNear(element: Element, pixels: number, then: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      then();
    },
    { rootMargin: `${pixels}px` },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
