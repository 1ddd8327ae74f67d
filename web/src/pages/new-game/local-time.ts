// Times in a field for a date and a time, in the zone of the device.

/** `2026-11-18T20:00` */
export function toLocalInput(seconds: number): string {
  const at = new Date(seconds * 1000);
  const two = (n: number) => String(n).padStart(2, '0');
  const day = `${String(at.getFullYear())}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** Null if nothing or half a time was entered. */
export function fromLocalInput(text: string): number | null {
  const at = new Date(text).getTime();
  return Number.isNaN(at) ? null : Math.round(at / 1000);
}
