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
      return emphasize(selected, '**')
    case 'italic':
      return emphasize(selected, '*')
    case 'spoiler':
      return wrap(selected, '>!', '!<')
    case 'code':
      return code(selected)
    case 'link':
      return link(selected)
    case 'quote':
      return prefixLines(selected, '> ')
    case 'list':
      return prefixLines(selected, '- ')
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
  return { text, start: from, end: to }
}

/** Bold and italic share their character, so an odd number of asterisks is italic and two or more are bold. */
function emphasize(selected: Selected, marker: '*' | '**'): TextEdit {
  const { text, start, end } = grasp(selected)
  const before = /\**$/.exec(text.slice(0, start))?.[0].length ?? 0
  const after = /^\**/.exec(text.slice(end))?.[0].length ?? 0
  const around = Math.min(before, after)
  const isOn = marker === '**' ? around >= 2 : around % 2 === 1
  return isOn ? unwrap({ text, start, end }, marker, marker) : wrap({ text, start, end }, marker, marker)
}

function wrap(selected: Selected, open: string, close: string): TextEdit {
  const { text, start, end } = grasp(selected)
  const inside = text.slice(start, end)
  const isWrapped =
    open !== '*' && open !== '**' && text.slice(0, start).endsWith(open) && text.slice(end).startsWith(close)
  if (isWrapped) return unwrap({ text, start, end }, open, close)
  // A marker ends at the end of its paragraph, so each line gets its own.
  const insert = inside.includes('\n')
    ? inside.replace(/^([ \t]*)(\S.*?)[ \t]*$/gm, `$1${dollars(open)}$2${dollars(close)}`)
    : open + inside + close
  return inside.includes('\n')
    ? { from: start, to: end, insert, start, end: start + insert.length }
    : { from: start, to: end, insert, start: start + open.length, end: end + open.length }
}

const dollars = (text: string) => text.replaceAll('$', '$$$$')

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
  const longest = Math.max(0, ...(inside.match(/`+/g) ?? []).map((run) => run.length))
  if (!inside.includes('\n'))
    return wrap({ text, start, end }, '`'.repeat(longest + 1), '`'.repeat(longest + 1))
  const fence = '`'.repeat(Math.max(3, longest + 1))
  const open = `${startsLine(text, start) ? '' : '\n'}${fence}\n`
  const close = `\n${fence}${end === text.length || text[end] === '\n' ? '' : '\n'}`
  return {
    from: start,
    to: end,
    insert: open + inside + close,
    start: start + open.length,
    end: end + open.length,
  }
}

const startsLine = (text: string, at: number) => at === 0 || text[at - 1] === '\n'

function link(selected: Selected): TextEdit {
  const around = linkAround(selected)
  if (around) return around
  const { text, start, end } = grasp(selected)
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
  const from = text.lastIndexOf('\n', start - 1) + 1
  const line = text.slice(from, start)
  const [begins, indent = '', marker = '', number = '', task = ''] =
    /^(\s*)((?:[-*+]|(\d{1,9})[.)]) |> ?)(\[[ xX]\] )?/.exec(line) ?? []
  if (begins === undefined) return null
  if (line.length === begins.length) return { from, to: start, insert: '', start: from, end: from }
  const following = number === '' ? marker : marker.replace(number, String(Number(number) + 1))
  const insert = `\n${indent}${following}${task && '[ ] '}`
  return { from: start, to: start, insert, start: start + insert.length, end: start + insert.length }
}

/** Adds a prefix to each selected line, or removes it if all have it. */
function prefixLines({ text, start, end }: Selected, prefix: string): TextEdit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const lineEnd = text.indexOf('\n', end > start && text[end - 1] === '\n' ? end - 1 : end)
  const to = lineEnd < 0 ? text.length : lineEnd
  const lines = text.slice(from, to).split('\n')
  const isOn = lines.every((line) => line.startsWith(prefix))
  const insert = lines.map((line) => (isOn ? line.slice(prefix.length) : prefix + line)).join('\n')
  if (lines.length > 1) return { from, to, insert, start: from, end: from + insert.length }
  const shift = insert.length - (to - from)
  return { from, to, insert, start: Math.max(from, start + shift), end: Math.max(from, end + shift) }
}

/** The completion starts from the sign, which must not follow a word. */
function mention({ text, start, end }: Selected): TextEdit {
  const insert = `${isSpace(text[start - 1]) ? '' : ' '}@`
  return { from: start, to: end, insert, start: start + insert.length, end: start + insert.length }
}
