import { createHash } from 'node:crypto'

/** Beyond this many distinct statements new ones are sent unnamed: each name costs memory in every connection. */
const maxNamedStatements = 1000
const names = new Map<string, string>()

/** Assigns names to prepared statements. */
export function nameStatement(text: string, name: string): void {
  names.set(text, name)
}

/** The name of a statement. PostgreSQL plans a named statement once per connection instead of at every call. */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known) return known
  if (names.size >= maxNamedStatements || !/^\s*(select|insert|update|delete|with)\b/i.test(text)) return
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}
