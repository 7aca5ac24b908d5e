/**
 * Splits JSON around the viewer state. The searched text cannot occur inside a string, where quotation marks are escaped.
 *
 * @param gap the viewer state of a guest, from the first quotation mark to the end of the last value.
 * @returns what is before and what is after.
 */
export function cutOut(json: string, gap: string): [before: string, after: string] {
  const at = json.indexOf(gap)
  if (at === -1 || (json[at - 1] !== ',' && json[at - 1] !== '{') || json.includes(gap, at + 1))
    throw new Error(`${gap} is not exactly once in ${json}`)
  return [json.slice(0, at), json.slice(at + gap.length)]
}
