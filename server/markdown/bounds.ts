import type { Token } from 'markdown-it'

/** The longest text that is parsed, in characters: twice the longest body, so that imported texts are formatted too. */
export const longestParsedText = 40_000

/** The largest HTML one text may become, in characters. */
export const largestHtml = 600_000

/** How deep quotes, lists (two levels each) and brackets may nest. */
export const deepestNesting = 24

// A table of the longest body has at most this many cells when each has a letter and a bar of its own; only rows left
// to be filled up need more.
const mostTableCells = 10_000

// Lines times levels times how often a quote resumes between unmarked lines, because a quote that is left by an
// unmarked line has been read to its last line already. A reply that quotes 200 times without one empty line passes.
const mostQuotedLines = 100_000

// Together, in characters: the addresses and titles put in for short references.
const longestReferences = 100_000

// Where the search for bare addresses has to look closely. It is the slowest step for texts of nothing but beginnings.
const mostBareAddresses = 800
const bareAddress = /www\.|:\/\/|@|mailto:|xmpp:/gi

/**
 * Whether a text asks for much more than it says: tables whose short rows would be filled up with thousands of empty
 * cells, quotes that run on or resume over thousands of unmarked lines, or thousands of addresses.
 * Costs one pass over it.
 */
export function isLayoutBomb(source: string): boolean {
  if ((source.match(bareAddress)?.length ?? 0) > mostBareAddresses) return true
  let [cells, quotedLines] = [0, 0]
  for (const lines of unbrokenLines(source)) {
    cells += cellsOf(lines)
    quotedLines += quotedLinesOf(lines)
  }
  return cells > mostTableCells || quotedLines > mostQuotedLines
}

/** The lines of a text in groups without empty lines; no table and no unmarked rest of a quote reaches further. */
function unbrokenLines(source: string): string[][] {
  const groups: string[][] = [[]]
  for (const line of source.split(/\r\n?|\n/)) {
    if (line.trim() === '') groups.push([])
    else groups.at(-1)?.push(line)
  }
  return groups
}

/** At least as many cells as the tables in these lines will have. */
function cellsOf(lines: string[]): number {
  let [columns, cells] = [0, 0]
  lines.forEach((line, index) => {
    const mayStartTable = lines[index - 1]?.includes('|') && /^[\s>*+.)0-9|:-]+$/.test(line)
    if (mayStartTable) columns = Math.max(columns, line.split('|').length)
    cells += columns
  })
  return cells
}

function quotedLinesOf(lines: string[]): number {
  const depths = lines.map((line) => (/^[\s>*+.)0-9-]*>/.exec(line)?.[0].split('>').length ?? 1) - 1)
  const quotes = depths.filter((depth, index) => depth > 0 && !depths[index - 1]).length
  return quotes * lines.length * Math.max(0, ...depths)
}

/** Whether a parsed text is nested deeper than it is parsed, which would lose text, or grows by its references. */
export function exceedsBounds(tokens: Token[]): boolean {
  let referenced = 0
  for (const block of tokens) {
    if (block.level >= deepestNesting - 1) return true
    for (const token of block.children ?? []) {
      if (!token.meta?.label) continue
      for (const [, value] of token.attrs ?? []) referenced += String(value).length
    }
    if (referenced > longestReferences) return true
  }
  return false
}
