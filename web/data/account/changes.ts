import { entriesOf } from '../../../contract/objects.ts'

/**
 * The fields of `draft` that differ from what was saved. Only those are sent, so that changes which another
 * window or person has made to the others survive. Surrounding space does not count: the server trims it.
 */
export function changesOf<Settings extends object>(
  saved: Settings,
  draft: Partial<Settings>,
): Partial<Settings> {
  const changes = entriesOf(draft).filter(([key, value]) => bare(value) !== bare(saved[key]))
  return Object.fromEntries(changes) as Partial<Settings>
}

const bare = (value: unknown) => (typeof value === 'string' ? value.trim() : value)
