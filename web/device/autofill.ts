/**
 * Extensions may fill fields without an event, which React does not see. So before a form is sent, each text field says what it
 * shows; React ignores those that it knows already. Called once.
 */
export function noticeAutofill(): void {
  addEventListener(
    'submit',
    ({ target }) => {
      if (!(target instanceof HTMLFormElement)) return
      const fields = [...target.elements].filter(isText)
      // React answers the first event by rendering the form, which empties the fields that it does not know about yet.
      const shown = fields.map(({ value }) => value)
      fields.forEach((field, index) => {
        show(field, shown[index])
        field.dispatchEvent(new Event('input', { bubbles: true }))
      })
    },
    { capture: true },
  )
}

type TextControl = HTMLInputElement | HTMLTextAreaElement

function isText(field: Element): field is TextControl {
  if (field instanceof HTMLTextAreaElement) return true
  // The others keep what they have in `checked` and `files`, or send nothing.
  return (
    field instanceof HTMLInputElement &&
    !/^(?:checkbox|radio|file|button|submit|reset|image)$/.test(field.type)
  )
}

/** By the setter of the prototype, because React watches that of the field and would take the text for its own. */
function show(field: TextControl, text: string | undefined): void {
  if (field.value === text) return
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
}
