import type { TextEdit } from './markdownTools.ts'

/** Replaces the selection as typing would, so that undo works and the field's `onChange` is called. */
export function replaceSelection(area: HTMLTextAreaElement, text: string): void {
  // Deprecated, but the only way that keeps the history of undo.
  if (document.execCommand(text === '' ? 'delete' : 'insertText', false, text)) return
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end')
  area.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Makes a change and selects what it says, in the focused field. */
export function applyEdit(area: HTMLTextAreaElement, { from, to, insert, start, end }: TextEdit): void {
  area.focus()
  area.setSelectionRange(from, to)
  if (insert !== area.value.slice(from, to)) replaceSelection(area, insert)
  area.setSelectionRange(start, end)
}
