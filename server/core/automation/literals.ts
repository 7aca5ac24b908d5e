/*
 * What must be in a text for a pattern to match. Looking for a constant text is many times as fast as looking for a pattern, and most patterns
 * match nothing in most texts.
 */

/** How many texts stand for a pattern at most; more would take as long as the pattern. */
const literalsMax = 8

/** A pattern, or a part of it, as far as the reader has come. */
interface Reading {
  readonly pattern: string
  at: number
}

/** Thrown for what this reader does not know; such patterns are looked for in every text. */
class Unknown extends Error {}

/**
 * Texts in lower case, of which at least one is in every text in lower case in which the pattern matches, with or without regard to capitals.
 *
 * @returns null where there are none, such as for `[a-z]+`, or where the pattern has something that this function does not read.
 */
export function literalsOf(pattern: string): readonly string[] | null {
  const reading = { pattern, at: 0 }
  try {
    const literals = alternatives(reading)
    return reading.at === pattern.length ? literals : null
  } catch (error) {
    if (error instanceof Unknown) return null
    throw error
  }
}

/** What stands between bars, as far as the end of the group. */
function alternatives(reading: Reading): readonly string[] | null {
  const { pattern } = reading
  let all: readonly string[] | null = sequence(reading)
  while (pattern[reading.at] === '|') {
    reading.at += 1
    const next = sequence(reading)
    all = all && next && [...all, ...next]
  }
  return all && all.length <= literalsMax ? all : null
}

/** The best of several: the one whose shortest text is longest. */
const better = (one: readonly string[] | null, other: readonly string[] | null) => {
  if (one === null || other === null) return one ?? other
  const shortest = (texts: readonly string[]) => Math.min(...texts.map(({ length }) => length))
  return shortest(other) > shortest(one) ? other : one
}

function sequence(reading: Reading): readonly string[] | null {
  const { pattern } = reading
  let best: readonly string[] | null = null
  let run = ''
  const endRun = () => {
    if (run !== '') best = better(best, [run])
    run = ''
  }
  while (reading.at < pattern.length && pattern[reading.at] !== '|' && pattern[reading.at] !== ')') {
    const { character, literals } = atom(reading)
    const times = repetition(reading)
    if (character === null || times === 'optional') endRun()
    if (times === 'optional') continue
    if (character === null) best = better(best, literals)
    else run += character
    if (times === 'often') endRun()
  }
  endRun()
  return best
}

/** One character that stands for itself, or something else with what must be in a text for it. */
interface Atom {
  readonly character: string | null
  readonly literals: readonly string[] | null
}

const nothing: Atom = { character: null, literals: null }

function atom(reading: Reading): Atom {
  const { pattern } = reading
  const first = pattern[reading.at] ?? ''
  switch (first) {
    case '(': {
      // Not those that change how the rest is read, such as (?i).
      const [opening] = /^\((?:\?(?::|P?<\w+>))?(?!\?)/.exec(pattern.slice(reading.at)) ?? []
      if (opening === undefined) throw new Unknown()
      reading.at += opening.length
      const literals = alternatives(reading)
      if (pattern[reading.at] !== ')') throw new Unknown()
      reading.at += 1
      return { character: null, literals }
    }
    case '[':
      reading.at = endOfClass(pattern, reading.at)
      return nothing
    case '\\':
      return escaped(reading)
    case '.':
    case '^':
    case '$':
      reading.at += 1
      return nothing
    case '*':
    case '+':
    case '?':
    case '{':
      throw new Unknown()
    default:
      reading.at += 1
      return literal(first)
  }
}

/** Only ASCII, whose capitals and small letters are simple. */
const literal = (character: string): Atom =>
  character <= '\x7f' ? { character: character.toLowerCase(), literals: null } : nothing

function escaped(reading: Reading): Atom {
  const { pattern } = reading
  const next = pattern[reading.at + 1] ?? ''
  const property = /^\\[pP](?:\{[^}]*\}|[A-Z])/.exec(pattern.slice(reading.at))
  if (property) reading.at += property[0].length
  else if (/[dDwWsSbBAzntrfv]/.test(next)) reading.at += 2
  else if (/[!-/:-@[-`{-~]/.test(next)) {
    reading.at += 2
    return literal(next)
  } else throw new Unknown()
  return nothing
}

/** Where a class such as `[^a-z]` ends. */
function endOfClass(pattern: string, start: number): number {
  let at = start + 1
  if (pattern[at] === '^') at += 1
  if (pattern[at] === ']') at += 1
  for (; at < pattern.length; at += 1) {
    if (pattern[at] === ']') return at + 1
    if (pattern[at] === '\\') {
      if (pattern[at + 1] === 'Q') throw new Unknown()
      at += 1
    } else if (pattern.startsWith('[:', at)) {
      const end = pattern.indexOf(':]', at)
      if (end !== -1) at = end + 1
    }
  }
  throw new Unknown()
}

/** How often the atom before is there: once, once or more often, or maybe not at all. */
function repetition(reading: Reading): 'once' | 'often' | 'optional' {
  const [all, least] = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(reading.pattern.slice(reading.at)) ?? []
  if (all === undefined) return 'once'
  reading.at += all.length
  if (least !== undefined) return Number(least) === 0 ? 'optional' : 'often'
  return all.startsWith('+') ? 'often' : 'optional'
}
