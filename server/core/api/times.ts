/** A time of an answer without the fraction of its second. */
export function wholeSeconds(time: string): string {
  const end = time.lastIndexOf('.')
  return end > 0 && time.endsWith('Z') ? `${time.slice(0, end)}Z` : time
}
