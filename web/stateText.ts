import { scriptSafe } from '../contract/escapeMarkup.ts'
import type { PageRequest, Piece } from '../contract/pages.ts'
import type { PageState } from './pageState.ts'

/** How deep in the state answers and items are: queries, query, data, pages of a feed or comments of a thread, page or comment. */
const mostLevels = 5

/**
 * The state for hydration as JSON for a script element. The JSON of answers and items is used as it is.
 *
 * @param insert returns a text that stands for these pieces.
 */
export function stateText(
  state: PageState,
  { jsonOf, insert }: Pick<PageRequest, 'jsonOf'> & { insert: (json: readonly Piece[]) => string },
): string {
  const own = (value: unknown) => scriptSafe(JSON.stringify(value) ?? 'null')
  const write = (value: unknown, levels: number): string => {
    if (typeof value !== 'object' || value === null) return own(value)
    const json = jsonOf(value)
    if (json) return insert(json)
    if (levels === 0) return own(value)
    const isList = Array.isArray(value)
    // Not joined, because that would copy a long text at each level.
    let inside = ''
    for (const [name, field] of Object.entries(value)) {
      if (!isList && field === undefined) continue
      if (inside) inside += ','
      inside += isList ? write(field, levels - 1) : `${own(name)}:${write(field, levels - 1)}`
    }
    return isList ? `[${inside}]` : `{${inside}}`
  }
  return write(state, mostLevels)
}
