import type { Token } from 'markdown-it'

/** Longest text that is parsed, in characters: four times the limit of a body, because imported texts may be longer. */
export const parsedTextMaxLength = 84_000

/** Longest HTML of one text, in characters. */
export const htmlMaxLength = 600_000

/** Deepest nesting of quotes, lists (two levels each) and brackets. */
export const maxNesting = 24

// More than the cells that fit into the longest body with one letter and one bar each. Only the empty cells that pad
// short rows can exceed it.
const maxTableCells = 10_000

// Lines × depth × number of quotes: the parser reads a quote to the end of its paragraph before it finds that an
// unmarked line ends it, and starts again at the next mark. A reply with 200 quotes and no empty line stays below.
const maxQuotedLines = 100_000

// Sum of the lengths of all expanded link references, in characters.
const referencesMaxLength = 100_000

// Candidates for bare URLs; checking them is the slowest step for a text that consists of nothing else.
const maxBareUrls = 800
const bareUrlStart = /www\.|:\/\/|@|mailto:|xmpp:/gi

/**
 * Whether parsing or output would be far larger than the source: tables whose short rows are padded with thousands of
 * empty cells, quotes that continue over thousands of unmarked lines, or thousands of URLs. Linear in the length.
 */
export function isLayoutBomb(source: string): boolean {
  if ((source.match(bareUrlStart)?.length ?? 0) > maxBareUrls) return true
  let [cells, quotedLines] = [0, 0]
  for (const lines of paragraphsOf(source)) {
    cells += countCells(lines)
    quotedLines += countQuotedLines(lines)
  }
  return cells > maxTableCells || quotedLines > maxQuotedLines
}

/** The lines of a text, grouped by empty lines, which end every table and every lazy continuation of a quote. */
function paragraphsOf(source: string): string[][] {
  const groups: string[][] = [[]]
  for (const line of source.split(/\r\n?|\n/)) {
    if (line.trim() === '') groups.push([])
    else groups.at(-1)?.push(line)
  }
  return groups
}

/** An upper bound for the cells of the tables in these lines. */
function countCells(lines: string[]): number {
  let [columns, cells] = [0, 0]
  lines.forEach((line, index) => {
    const mayStartTable = lines[index - 1]?.includes('|') && /^[\s>*+.)0-9|:-]+$/.test(line)
    if (mayStartTable) columns = Math.max(columns, line.split('|').length)
    cells += columns
  })
  return cells
}

function countQuotedLines(lines: string[]): number {
  const depths = lines.map((line) => (/^[\s>*+.)0-9-]*>/.exec(line)?.[0].split('>').length ?? 1) - 1)
  const quotes = depths.filter((depth, index) => depth > 0 && !depths[index - 1]).length
  return quotes * lines.length * Math.max(0, ...depths)
}

/** Whether a parsed text reaches the maximal nesting, where the parser drops text, or expands references too much. */
export function exceedsBounds(tokens: Token[]): boolean {
  let referenced = 0
  for (const block of tokens) {
    if (block.level >= maxNesting - 1) return true
    for (const token of block.children ?? []) {
      if (!token.meta?.label) continue
      for (const [, value] of token.attrs ?? []) referenced += String(value).length
    }
    if (referenced > referencesMaxLength) return true
  }
  return false
}
