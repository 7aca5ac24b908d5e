import { afterQuote, codeAround, isFenced, linesOf, piecesOf, type Range } from './structure.ts'

/** The edits of the toolbar and its keys. */
export const markdownTools = [
  'bold',
  'italic',
  'link',
  'quote',
  'code',
  'list',
  'spoiler',
  'mention',
] as const
export type MarkdownTool = (typeof markdownTools)[number]

/** A text with its selection, as offsets like those of a text area. */
export interface Selected {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Replaces `from` to `to` by `insert`, and then selects `start` to `end` of the new text. */
export interface TextEdit {
  readonly from: number
  readonly to: number
  readonly insert: string
  readonly start: number
  readonly end: number
}

/** The change of a tool to a text. Most tools undo their change when they are used again. */
export function editOf(tool: MarkdownTool, selected: Selected): TextEdit {
  switch (tool) {
    case 'bold':
      return mark(selected, '**', '**')
    case 'italic':
      return mark(selected, '*', '*')
    case 'spoiler':
      return mark(selected, '>!', '!<')
    case 'code':
      return code(selected)
    case 'link':
      return link(selected)
    case 'quote':
      return quote(selected)
    case 'list':
      return list(selected)
    case 'mention':
      return mention(selected)
  }
}

const isSpace = (letter: string | undefined) => letter === undefined || /\s/.test(letter)

/** Without the spaces at its ends, and the word around the cursor where nothing is selected. */
function grasp({ text, start, end }: Selected): Selected {
  let [from, to] = [start, end]
  if (from === to) {
    while (from > 0 && /[\p{L}\p{N}_]/u.test(text[from - 1] ?? '')) from -= 1
    while (to < text.length && /[\p{L}\p{N}_]/u.test(text[to] ?? '')) to += 1
    return { text, start: from, end: to }
  }
  while (from < to && isSpace(text[from])) from += 1
  while (to > from && isSpace(text[to - 1])) to -= 1
  // Nothing but space: the cursor stays in its line.
  return from === to ? { text, start, end: start } : { text, start: from, end: to }
}

/** Bold, italic and spoilers: removes the marks if all of the selection has them, and adds them otherwise. */
function mark(selected: Selected, open: string, close: string): TextEdit {
  const { text, start, end } = grasp(selected)
  if (isFenced(text, start)) return nothing(selected)
  // Marks within code would be text.
  const whole = codeAround(text, { start, end }) ?? { start, end }
  const pieces = start === end ? [whole] : piecesOf(text, whole)
  const first = pieces[0]
  const last = pieces.at(-1)
  if (!first || !last) return nothing(selected)
  const [only] = pieces.length === 1 ? pieces : []
  const around = only && spanAround(text, only, open, close)
  if (around) return around
  const inner = pieces.map((piece) => innerOf(text.slice(piece.start, piece.end), open, close))
  const isOn = inner.every((words) => words !== null)
  const changed = pieces.map((piece, index) => {
    const words = text.slice(piece.start, piece.end)
    return isOn ? (inner[index] ?? '') : open + withoutMarks(inner[index] ?? words, open, close) + close
  })
  const insert = changed
    .map((words, index) => words + text.slice(pieces[index]?.end, pieces[index + 1]?.start ?? last.end))
    .join('')
  const to = first.start + insert.length
  return {
    from: first.start,
    to: last.end,
    insert,
    start: only && !isOn ? first.start + open.length : first.start,
    end: only && !isOn ? to - close.length : to,
  }
}

const nothing = ({ start, end }: Selected): TextEdit => ({ from: start, to: start, insert: '', start, end })

const isStars = (mark: string) => mark === '*' || mark === '**'

/** Bold and italic share their character: an odd number of asterisks is italic, and two or more are bold. */
const hasStars = (count: number, mark: string) => (mark === '**' ? count >= 2 : count % 2 === 1)

/** Removes the marks right around a piece, or those of a longer text that it is in. Null if there are none. */
function spanAround(text: string, { start, end }: Range, open: string, close: string): TextEdit | null {
  const before = /(?<!\\)\**$/.exec(text.slice(0, start))?.[0].length ?? 0
  const after = /^\**/.exec(text.slice(end))?.[0].length ?? 0
  const isOn = isStars(open)
    ? hasStars(Math.min(before, after), open)
    : text.slice(0, start).endsWith(open) && text.slice(end).startsWith(close)
  if (isOn) return unwrap({ text, start, end }, open, close)
  for (const { index, 0: whole } of text.matchAll(spanOf(open))) {
    const span = { start: index + open.length, end: index + whole.length - close.length }
    if (start < span.start || end > span.end || (start === span.start && end === span.end)) continue
    return {
      from: index,
      to: index + whole.length,
      insert: text.slice(span.start, span.end),
      start: start - open.length,
      end: end - open.length,
    }
  }
  return null
}

/** Finds texts between marks on one line. */
const spanOf = (open: string): RegExp => {
  if (open === '>!') return />!(?=\S).*?!</g
  const stars = open === '**' ? '\\*\\*\\*?' : '\\*(?:\\*\\*)?'
  return new RegExp(`(?<![\\\\*])(${stars})(?=[^\\s*])(?:.*?[^\\s*\\\\])\\1(?!\\*)`, 'g')
}

/** What is between the marks at the ends of a text; null unless they belong together. */
function innerOf(words: string, open: string, close: string): string | null {
  if (words.length <= open.length + close.length) return null
  const [leading = ''] = /^\**/.exec(words) ?? []
  const [trailing = ''] = /(?<!\\)\**$/.exec(words) ?? []
  const isMarked = isStars(open)
    ? hasStars(Math.min(leading.length, trailing.length), open)
    : words.startsWith(open) && words.endsWith(close)
  const inside = words.slice(open.length, -close.length)
  // The first mark may also belong to one in the middle, and the last one to another.
  const isEnded = isStars(open)
    ? inside.match(/(?<![\\*])\*+/g)?.some((run) => hasStars(run.length, open))
    : inside.includes(open)
  return isMarked && !isEnded ? inside : null
}

/** Without marks of this kind inside, which would end the new ones too early. */
const withoutMarks = (words: string, open: string, close: string): string =>
  words.replace(spanOf(open), (whole) => whole.slice(open.length, -close.length))

const unwrap = ({ text, start, end }: Selected, open: string, close: string): TextEdit => ({
  from: start - open.length,
  to: end + close.length,
  insert: text.slice(start, end),
  start: start - open.length,
  end: end - open.length,
})

/** In a line between backticks, more lines between fences; both longer than any run of backticks inside. */
function code(selected: Selected): TextEdit {
  const { text, start, end } = grasp(selected)
  const inside = text.slice(start, end)
  if (isFenced(text, start)) return unfenced({ text, start, end }) ?? nothing(selected)
  const longest = Math.max(0, ...(inside.match(/`+/g) ?? []).map((run) => run.length))
  if (!inside.includes('\n')) {
    const ticks = codeTicks({ text, start, end })
    if (ticks) return ticks
    const [piece = { start, end }] = piecesOf(text, { start, end })
    const words = text.slice(piece.start, piece.end)
    const run = '`'.repeat(longest + 1)
    const space = /^`|`$/.test(words) ? ' ' : ''
    const [open, close] = [run + space, space + run]
    return {
      from: piece.start,
      to: piece.end,
      insert: open + words + close,
      start: piece.start + open.length,
      end: piece.end + open.length,
    }
  }
  const fence = '`'.repeat(Math.max(3, longest + 1))
  const lines = linesOf(text, { start, end })
  const [first = { start, end }] = lines
  const line = text.slice(first.start, first.end)
  // In a quote, the fences belong to it.
  const signs = line.slice(0, afterQuote(line)).includes('>') ? line.slice(0, afterQuote(line)) : ''
  const from = signs === '' ? start : first.start
  const to = signs === '' ? end : (lines.at(-1)?.end ?? end)
  const open = `${startsLine(text, from) ? '' : '\n'}${signs}${fence}\n`
  const close = `\n${signs}${fence}${to === text.length || text[to] === '\n' ? '' : '\n'}`
  const kept = text.slice(from, to)
  return { from, to, insert: open + kept + close, start: from + open.length, end: to + open.length }
}

/** Removes the backticks that the selection is between, or has at its ends; null if there are none. */
function codeTicks({ text, start, end }: Selected): TextEdit | null {
  if (start === end && text[start - 1] === '`' && text[end] === '`')
    return unwrap({ text, start, end }, '`', '`')
  const span = codeAround(text, { start, end }) ?? { start, end }
  const [, run = '', words] =
    /^(`+)(?!`)( ?.*?[^`] ?| ?`.*?` )\1$/.exec(text.slice(span.start, span.end)) ?? []
  if (words === undefined || words.includes(run)) return null
  const isPadded = /^ .*\S.* $/.test(words)
  const insert = isPadded ? words.slice(1, -1) : words
  return { from: span.start, to: span.end, insert, start: span.start, end: span.start + insert.length }
}

/** Removes the fences around or at the ends of a selection; null if it is only a part of what is between them. */
function unfenced({ text, start, end }: Selected): TextEdit | null {
  const lines = linesOf(text, { start: 0, end: text.length })
  const isFence = ({ start, end }: Range) => /^[ \t>]*(?:`{3,}|~{3,})/.test(text.slice(start, end))
  const own = lines.filter((line) => line.start <= end && line.end >= start)
  const [first, last] = [own[0], own.at(-1)]
  if (!first || !last) return null
  const before = isFence(first) ? first : lines[lines.indexOf(first) - 1]
  const after = isFence(last) && last !== before ? last : lines[lines.indexOf(last) + 1]
  if (!before || !after || !isFence(before) || !isFence(after)) return null
  const insert = text.slice(before.end + 1, after.start - 1)
  return { from: before.start, to: after.end, insert, start: before.start, end: before.start + insert.length }
}

const startsLine = (text: string, at: number) => at === 0 || text[at - 1] === '\n'

function link(selected: Selected): TextEdit {
  const around = linkAround(selected)
  if (around) return around
  const grasped = grasp(selected)
  const { text } = grasped
  if (isFenced(text, grasped.start)) return nothing(selected)
  const whole = codeAround(text, grasped) ?? grasped
  // A link ends with its paragraph, so it gets the words of the first line.
  const { start, end } = whole.start === whole.end ? whole : (piecesOf(text, whole)[0] ?? whole)
  const inside = text.slice(start, end)
  if (/^https?:\/\/\S+$/i.test(inside))
    return { from: start, to: end, insert: `[](${inside})`, start: start + 1, end: start + 1 }
  const insert = `[${inside}](url)`
  // What is missing comes next: the words, or else the URL.
  return inside === ''
    ? { from: start, to: end, insert, start: start + 1, end: start + 1 }
    : { from: start, to: end, insert, start: end + 3, end: end + 6 }
}

/** Removes the link that the selection is in, but not its words. */
function linkAround({ text, start, end }: Selected): TextEdit | null {
  for (const { index: from, 0: whole, 1: words, 2: url = '' } of text.matchAll(
    /\[([^\]\n]*)\]\(([^)\s]*)\)/g,
  )) {
    const to = from + whole.length
    if (start <= from || end >= to) continue
    const insert = words || (url === 'url' ? '' : url)
    return { from, to, insert, start: from, end: from + insert.length }
  }
  return null
}

/**
 * What Enter does at the end of a line of a list or quote: the next line begins like it, and an empty one ends it.
 * Null elsewhere, where it is a line break as usual.
 */
export function nextLine({ text, start, end }: Selected): TextEdit | null {
  if (start !== end || !(start === text.length || text[start] === '\n')) return null
  const from = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1
  const line = text.slice(from, start)
  const [begins, indent = '', marker = '', number = '', task = ''] =
    /^(\s*)((?:[-*+]|(\d{1,9})[.)]) |> ?)(\[[ xX]\] )?/.exec(line) ?? []
  if (begins === undefined) return null
  if (line.length === begins.length) return { from, to: start, insert: '', start: from, end: from }
  const following = number === '' ? marker : marker.replace(number, String(Number(number) + 1))
  const insert = `\n${indent}${following}${task && '[ ] '}`
  return { from: start, to: start, insert, start: start + insert.length, end: start + insert.length }
}

/** Makes a quote of the selected lines, or ends it if all of them are one. Empty lines hold it together. */
function quote(selected: Selected): TextEdit {
  const isOn = (line: string) => /^ {0,3}>(?!!)/.test(line)
  return changeLines(selected, {
    isOn,
    add: (line, hasText) => (line === '' && hasText ? '>' : `> ${line}`),
    remove: (line) => line.replace(/^ {0,3}> ?/, ''),
  })
}

/** Makes items of the selected lines that have text, also of those with numbers and in quotes, or ends their list. */
function list(selected: Selected): TextEdit {
  if (isFenced(selected.text, selected.start)) return nothing(selected)
  const partsOf = (line: string) => [line.slice(0, afterQuote(line)), line.slice(afterQuote(line))] as const
  return changeLines(selected, {
    isOn: (line) => /^[-*+] /.test(partsOf(line)[1]),
    add: (line, hasText) => {
      const [signs, words] = partsOf(line)
      if ((words === '' && hasText) || /^[-*+] /.test(words)) return line
      return `${signs}- ${words.replace(/^\d{1,9}[.)] /, '')}`
    },
    remove: (line) => partsOf(line)[0] + partsOf(line)[1].replace(/^[-*+] /, ''),
  })
}

/** How a tool changes lines. `hasText`: several lines are selected, and one of them has text. */
interface LineChange {
  isOn(line: string): boolean
  add(line: string, hasText: boolean): string
  remove(line: string): string
}

function changeLines({ text, start, end }: Selected, { isOn, add, remove }: LineChange): TextEdit {
  const ranges = linesOf(text, { start, end })
  const [from, to] = [ranges[0]?.start ?? start, ranges.at(-1)?.end ?? end]
  const lines = text.slice(from, to).split('\n')
  const isOnly = lines.length === 1
  const hasText = !isOnly && lines.some((line) => line.trim() !== '')
  const isAllOn = lines.some(isOn) && lines.every((line) => isOn(line) || line.trim() === '')
  const insert = lines.map((line) => (isAllOn ? remove(line) : add(line, hasText))).join('\n')
  if (!isOnly) return { from, to, insert, start: from, end: from + insert.length }
  const shift = insert.length - (to - from)
  return { from, to, insert, start: Math.max(from, start + shift), end: Math.max(from, end + shift) }
}

/** The completion starts from the sign, which must not follow a word. */
function mention({ text, start, end }: Selected): TextEdit {
  const insert = `${isSpace(text[start - 1]) ? '' : ' '}@`
  return { from: start, to: end, insert, start: start + insert.length, end: start + insert.length }
}
