import { mentionsPerTextMax } from '../../../contract/limitValues.ts'
import { exceedsBounds, isLayoutBomb, parsedTextMaxLength } from './bounds.ts'
import { parser } from './parser.ts'

/**
 * The names that a text mentions with `@name`, in order and as first written, each once regardless of case, at most
 * `mentionsPerTextMax`. Names in quotes are excluded, because someone else mentioned them. The members do not have to exist.
 */
export function mentionsIn(source: string): string[] {
  if (!source.includes('@') || source.length > parsedTextMaxLength || isLayoutBomb(source)) return []
  const tokens = parser.parse(source, {})
  if (exceedsBounds(tokens)) return []
  const found = new Map<string, string>()
  let quotes = 0
  for (const block of tokens) {
    if (block.type === 'blockquote_open') quotes += 1
    if (block.type === 'blockquote_close') quotes -= 1
    for (const { meta } of quotes > 0 ? [] : (block.children ?? [])) {
      const username = meta?.username
      if (typeof username !== 'string' || username === '' || found.has(username.toLowerCase())) continue
      found.set(username.toLowerCase(), username)
      if (found.size === mentionsPerTextMax) return [...found.values()]
    }
  }
  return [...found.values()]
}
