/** Joins class names and skips falsy ones, so that conditions can be written inline. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
