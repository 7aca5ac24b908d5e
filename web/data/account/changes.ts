/**
 * The fields of `draft` that differ from what was saved. Only those are sent, so that changes which another
 * window or person has made to the others survive. Surrounding space does not count: the server trims it.
 */
export function changesOf<Settings extends object>(
  saved: Settings,
  draft: Partial<Settings>,
): Partial<Settings> {
  const isChange = ([key, value]: [string, unknown]) => bare(value) !== bare(saved[key as keyof Settings])
  return Object.fromEntries(Object.entries(draft).filter(isChange)) as Partial<Settings>
}

const bare = (value: unknown) => (typeof value === 'string' ? value.trim() : value)
