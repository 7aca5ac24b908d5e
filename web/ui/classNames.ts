/** Joins class names and skips falsy ones, so that conditions can be written inline. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  let joined = ''
  for (const name of names) if (name) joined += joined ? ` ${name}` : name
  return joined
}
