/**
 * What of `draft` is not what was saved: only that is sent, so that what was not touched stays as another window or
 * person may have set it. Space around a text is no change: the server takes it away.
 */
export function changesOf<Settings extends object>(
  saved: Settings,
  draft: Partial<Settings>,
): Partial<Settings> {
  const isChange = ([key, value]: [string, unknown]) => bare(value) !== bare(saved[key as keyof Settings])
  return Object.fromEntries(Object.entries(draft).filter(isChange)) as Partial<Settings>
}

const bare = (value: unknown) => (typeof value === 'string' ? value.trim() : value)
