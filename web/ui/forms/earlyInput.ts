/** What fields held after they were last changed before React listened; the last change comes last. */
type EarlyInput = Map<EventTarget | null, { value: string; checked: boolean | undefined }>

declare global {
  interface Window {
    /** Missing on pages without a program, null once it has been replayed. */
    earlyInput?: EarlyInput | null
  }
}

/**
 * Runs before anything can be typed, and remembers what is. Comparing the fields with the document would not do:
 * browsers fill in what stood there before a reload, which is no decision of the visitor.
 */
export const earlyInputScript = `earlyInput=new Map;addEventListener("input",function(e,t){t=e.target;if(earlyInput){earlyInput.delete(t);earlyInput.set(t,{value:t.value,checked:t.checked})}},true)`

/**
 * Tells React of what was typed, ticked and chosen while the program was on its way. Hydration calls no handler for it, so
 * the state behind the fields would not know. To be called from a layout effect of the commit that hydrates them.
 */
export async function replayEarlyInput(): Promise<void> {
  const fields = window.earlyInput ?? []
  window.earlyInput = null
  for (const [field, { value, checked }] of fields) {
    // In the middle of a commit handlers cannot change the state, and each has to see what the one before it changed.
    await Promise.resolve()
    if (field instanceof HTMLSelectElement) {
      field.value = value
      field.dispatchEvent(new Event('change', { bubbles: true }))
    } else if (field instanceof HTMLTextAreaElement) {
      replayText(field, value, HTMLTextAreaElement.prototype)
    } else if (field instanceof HTMLInputElement) {
      if (field.type === 'checkbox' || field.type === 'radio') replayTick(field, checked === true)
      else if (field.type !== 'file') replayText(field, value, HTMLInputElement.prototype)
    }
  }
}

/**
 * React calls no handler unless the value differs from the one that it saw last. It sees what is assigned to the field
 * itself, but not what goes through the prototype.
 */
function replayText<Field extends HTMLInputElement | HTMLTextAreaElement>(
  field: Field,
  text: string,
  prototype: Field,
): void {
  const { selectionStart, selectionEnd } = field
  // What React rendered.
  field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
  // Fields for mail addresses and numbers have none.
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Back to how it was, and then the click again. */
function replayTick(field: HTMLInputElement, isChecked: boolean): void {
  if (isChecked === field.defaultChecked) return
  field.checked = !isChecked
  field.click()
}
