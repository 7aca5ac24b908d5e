/** From and to, as offsets like those of a text area. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** What begins a line and does not belong to its text: signs of quotes, lists, tasks and headings. */
const beginning =
  /^(?:[ \t]*(?:>(?!!)|(?:[-*+]|\d{1,9}[.)]|#{1,6})(?=[ \t]))[ \t]*)*(?:\[[ xX]\][ \t]+)?[ \t]*/
const quoteSigns = /^[ \t]*(?:>(?!!)[ \t]?)*/
const ruleOrDelimiters = /^(?:[-*_][ \t]*){3,}$|^\|?(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*(?::?-+:?)?[ \t]*$/
const fence = /^[ \t]*(`{3,}|~{3,})/

/** The lines that a range touches, without line breaks. */
export function linesOf(text: string, { start, end }: Range): Range[] {
  const lines: Range[] = []
  // A search from a place before the first letter would begin at that letter.
  let from = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1
  // A selection that ends behind a line break does not reach the next line.
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end
  while (from <= last) {
    const next = text.indexOf('\n', from)
    const to = next < 0 ? text.length : next
    lines.push({ start: from, end: to })
    from = to + 1
  }
  return lines
}

/** Whether a place is in a block of code between fences, or on one of the fences. */
export function isFenced(text: string, at: number): boolean {
  let open: string | null = null
  for (const { start, end } of linesOf(text, { start: 0, end: text.length })) {
    const [, marks = ''] = fence.exec(text.slice(start, end).replace(quoteSigns, '')) ?? []
    const isClosing = open !== null && marks[0] === open[0] && marks.length >= open.length
    if (start <= at && at <= end) return open !== null || marks !== ''
    if (open === null && marks !== '') open = marks
    else if (isClosing) open = null
  }
  return false
}

/** The code between backticks, with these, that a range is in; null for none. */
export function codeAround(text: string, { start, end }: Range): Range | null {
  const [line] = linesOf(text, { start, end: start })
  if (!line) return null
  for (const { index, 0: whole, 1: ticks = '' } of text
    .slice(line.start, line.end)
    .matchAll(/(?<![`\\])(`+)(?!`)(?:.*?[^`])\1(?!`)/g)) {
    const span = { start: line.start + index, end: line.start + index + whole.length }
    if (start >= span.start + ticks.length && end <= span.end - ticks.length) return span
  }
  return null
}

/** Whether a range is in code of either kind, where marks would be text. */
export const isInCode = (text: string, range: Range): boolean =>
  isFenced(text, range.start) || codeAround(text, range) !== null

/**
 * The pieces of text in a range that can be marked: line by line and cell by cell, without what begins a line, without
 * space around them, and without code between fences.
 */
export function piecesOf(text: string, { start, end }: Range): Range[] {
  return linesOf(text, { start, end }).flatMap((line) => {
    const content = text.slice(line.start, line.end)
    const [begins = ''] = beginning.exec(content) ?? []
    if (ruleOrDelimiters.test(content.trim()) || isFenced(text, line.start)) return []
    const from = line.start + begins.length
    const cells = text.startsWith('|', from)
      ? cellsOf(text, { start: from, end: line.end })
      : [{ start: from, end: line.end }]
    return cells
      .map((cell) => trimmed(text, { start: Math.max(start, cell.start), end: Math.min(end, cell.end) }))
      .filter((piece) => piece.start < piece.end)
  })
}

/** The cells of a row of a table. */
function cellsOf(text: string, { start, end }: Range): Range[] {
  const bars = [...text.slice(start, end).matchAll(/(?<!\\)\|/g)].map(({ index }) => start + index)
  return bars.map((bar, place) => ({ start: bar + 1, end: bars[place + 1] ?? end }))
}

/** A range without the space at its ends. */
export function trimmed(text: string, { start, end }: Range): Range {
  const inside = text.slice(start, Math.max(start, end))
  const from = start + inside.length - inside.trimStart().length
  return { start: from, end: from + inside.trim().length }
}

/** A line after the signs of quotes. */
export const afterQuote = (line: string): number => quoteSigns.exec(line)?.[0].length ?? 0
