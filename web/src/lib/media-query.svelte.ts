// Whether the window has a size; components follow its changes.

export function mediaQuery(query: string): { readonly matches: boolean } {
  const list = matchMedia(query);
  let matches = $state(list.matches);
  $effect(() => {
    const update = () => void (matches = list.matches);
    update();
    list.addEventListener('change', update);
    return () => list.removeEventListener('change', update);
  });
  return {
    get matches() {
      return matches;
    },
  };
}
