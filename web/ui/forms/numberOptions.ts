/**
 * Numbers to choose from, in a `Select`.
 *
 * @param saved the one that was saved, perhaps with the API; it is always among them. Null for none.
 */
export const numberOptions = (
  numbers: readonly number[],
  saved: number | null,
  label: (number: number) => string,
): { value: string; label: string }[] =>
  [...new Set(saved === null ? numbers : [...numbers, saved])]
    .toSorted((a, b) => a - b)
    .map((number) => ({ value: String(number), label: label(number) }))
