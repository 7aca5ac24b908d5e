/** A name that can stand after `@` or `/`. */
export interface Completion {
  readonly name: string
  readonly picture: string | null
  /** Beside the name, less prominent. */
  readonly detail?: string
}

/** Where the names of an editor come from. */
export interface CompletionSource {
  /** Names that are known locally, the best first; shown while others are being fetched. */
  known(sign: Sign): readonly Completion[]
  find(sign: Sign, prefix: string): Promise<readonly Completion[]>
}

export type Sign = '@' | '/'

/** A name that is being typed. */
export interface Unfinished {
  readonly sign: Sign
  readonly prefix: string
  /** Where the sign is in the text. */
  readonly from: number
}

/** More are not needed, because typing another letter narrows the list. */
export const completionsMost = 6

/** The name that ends at the cursor, or null. A slash needs a letter after it. */
export function unfinishedName(text: string, cursor: number): Unfinished | null {
  const match = /(?:^|[\s([{>!*_"'])([@/])([a-z0-9_]{0,50})$/i.exec(
    text.slice(Math.max(0, cursor - 60), cursor),
  )
  const [, sign, prefix = ''] = match ?? []
  if ((sign !== '@' && sign !== '/') || (sign === '/' && prefix === '')) return null
  // Not in the middle of a word.
  if (/[a-z0-9_]/i.test(text[cursor] ?? '')) return null
  return { sign, prefix, from: cursor - prefix.length - 1 }
}

/** The names that begin with the typed text, each once: the exact one, then known ones, then the shortest. */
export function completions(
  prefix: string,
  known: readonly Completion[],
  found: readonly Completion[],
): readonly Completion[] {
  const requested = prefix.toLowerCase()
  const byName = new Map<string, Completion>()
  const byLength = [...found].sort((one, other) => one.name.length - other.name.length)
  for (const completion of [...known, ...byLength]) {
    const name = completion.name.toLowerCase()
    if (name.startsWith(requested) && !byName.has(name)) byName.set(name, completion)
  }
  const exact = byName.get(requested)
  const others = [...byName.values()].filter((completion) => completion !== exact)
  return [...(exact ? [exact] : []), ...others].slice(0, completionsMost)
}
