import type { MarkdownIt, StateCore, Token } from 'markdown-it'

const marker = /^\[([ xX])\](?=\s)/

/**
 * Task lists: an item that starts with `[ ]` or `[x]` gets a disabled checkbox.
 *
 * @see https://github.github.com/gfm/#task-list-items-extension-
 */
export function markTasks(markdown: MarkdownIt): void {
  markdown.core.ruler.push('tasks', (state) => {
    state.tokens.forEach((item, index) => {
      if (item.type !== 'list_item_open' || state.tokens[index + 1]?.type !== 'paragraph_open') return
      const inline = state.tokens[index + 2]
      if (inline) markTask(state, item, inline)
    })
  })
}

function markTask(state: StateCore, item: Token, inline: Token): void {
  const text = inline.children?.[0]
  const found = text?.type === 'text' ? marker.exec(text.content) : null
  // `inline.content` is the source: an escaped `\[ ]` is not a task.
  if (!text || !found || !marker.test(inline.content)) return
  text.content = text.content.slice(found[0].length)
  const isDone = found[1] !== ' '
  const box = new state.Token('task_box', 'input', 0)
  box.attrs = [
    ['type', 'checkbox'],
    ['disabled', ''],
    ['aria-label', isDone ? 'Done' : 'Not done'],
  ]
  if (isDone) box.attrs.push(['checked', ''])
  inline.children?.unshift(box)
  item.attrJoin('class', 'md-task')
}
