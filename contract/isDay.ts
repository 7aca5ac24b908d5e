/** Whether a text is a day of the years 1 to 9999, as `YYYY-MM-DD`; `Date` takes the 30th of February for the 2nd of March. */
export function isDay(text: string): boolean {
  const time = /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
