/** Fields that were changed before React listened, with what they held, and buttons that were pressed; the latest comes last. */
type EarlyInput = Map<EventTarget | null, { value: string; checked: boolean | undefined }>

declare global {
  interface Window {
    /** Missing on pages without a program, null once it has been replayed. */
    earlyInput?: EarlyInput | null
  }
}

/**
 * Runs before anything can be typed, and records input. Comparing the fields with the document would not work,
 * because browsers restore the values of before a reload, which are not input. Forms with an `action` are sent by the
 * browser, except `act`, which is for browsers without scripts; others would only show their fields in the URL.
 */
export const earlyInputScript = `earlyInput=new Map;(function(s){addEventListener("input",function(e){s(e.target)},true);onclick=function(e,t){if((t=e.target.closest("#root button"))&&(t.type!="submit"||!t.form||t.form.id=="act"||!t.form.hasAttribute("action"))){e.preventDefault();s(t)}}})(function(t){if(earlyInput){earlyInput.delete(t);earlyInput.set(t,{value:t.value,checked:t.checked})}})`

/** Call it when React begins to listen: it then hydrates what is pressed, and calls the handler. */
export function leavePressesToReact(): void {
  window.onclick = null
}

/**
 * Replays to React what was typed, ticked, chosen and pressed while scripts were loading. Hydration calls no handlers for
 * it. A button that was pressed several times counts once. Call it from a layout effect of the commit that hydrates the fields.
 */
export async function replayEarlyInput(): Promise<void> {
  const fields = window.earlyInput ?? []
  window.earlyInput = null
  for (const [field, { value, checked }] of fields) {
    // During a commit, handlers cannot change the state, and each has to see the changes of the one before it.
    await Promise.resolve()
    if (field instanceof HTMLButtonElement) {
      field.click()
    } else if (field instanceof HTMLSelectElement) {
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

/** Restores the old state, and then repeats the click. */
function replayTick(field: HTMLInputElement, isChecked: boolean): void {
  if (isChecked === field.defaultChecked) return
  field.checked = !isChecked
  field.click()
}
