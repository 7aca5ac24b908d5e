const digits = (text: string, from: number, count: number): number => {
  let number = 0
  for (let at = from; at < from + count; at++) number = number * 10 + text.charCodeAt(at) - 48
  return number
}

const zero = 48
const dot = 46

/**
 * Parses a `timestamptz` of a session in UTC, such as `2026-11-21 03:38:27.123456+00`. The parser of pg is ten times
 * slower, and a long thread has thousands of timestamps.
 *
 * @returns the time, truncated to milliseconds. Years beyond 9999 and infinity are parsed by `Date`.
 */
export function parseUtcTimestamp(text: string): Date {
  const end = text.length - 3
  if (text.charCodeAt(4) !== 45 || !text.endsWith('+00')) return new Date(text)
  let milliseconds = 0
  if (end > 19) {
    if (text.charCodeAt(19) !== dot) return new Date(text)
    for (let at = 20; at < 23; at++)
      milliseconds = milliseconds * 10 + (at < end ? text.charCodeAt(at) - zero : 0)
  }
  return new Date(
    Date.UTC(
      digits(text, 0, 4),
      digits(text, 5, 2) - 1,
      digits(text, 8, 2),
      digits(text, 11, 2),
      digits(text, 14, 2),
      digits(text, 17, 2),
      milliseconds,
    ),
  )
}
