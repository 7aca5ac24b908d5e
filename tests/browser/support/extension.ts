/** What extensions add to a page: nodes and attributes around it, and beside each field. Runs in the page, so it is self-contained. */
export function extendPage(): void {
  const added = (name: string, text = '') => {
    const element = document.createElement(name)
    element.setAttribute('data-extension', '')
    element.textContent = text
    return element
  }
  document.head.append(added('meta'))
  document.body.prepend(added('div'))
  document.body.append(added('grammarly-desktop-integration'), added('div'))
  document.documentElement.setAttribute('data-extension-theme', 'dark')
  document.body.setAttribute('cz-shortcut-listen', 'true')
  for (const form of document.querySelectorAll('form')) form.append(added('div'))
  for (const field of document.querySelectorAll('input, textarea')) {
    field.setAttribute('data-lt-tmp-id', 'lt-1')
    field.after(added('span'))
  }
}

/**
 * Types a letter into each text field, as a program would, then presses Enter as an input method does that ends a word with it,
 * and as a key that is still held from before.
 *
 * @returns what went wrong: fields that have lost the letter, and those whose form was sent.
 */
export async function typeEverywhere(): Promise<string[]> {
  const wrong: string[] = []
  const kinds = /^(?:text|search|password|email|url|textarea)$/
  let sent = 0
  const count = () => {
    sent += 1
  }
  addEventListener('submit', count, { capture: true })
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'main input, main textarea',
  )) {
    if (!kinds.test(field.type) || field.disabled || field.readOnly || field.getClientRects().length === 0)
      continue
    const name = field.name || (field.labels?.[0]?.textContent ?? field.type)
    const text = `${field.value}a`
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await new Promise((resolve) => requestAnimationFrame(resolve))
    // A field with a limit cuts longer texts.
    if (field.isConnected && field.value !== text && text.length < 20)
      wrong.push(`${name} lost what was typed`)
    for (const how of [{ isComposing: true }, { keyCode: 229 }, { ctrlKey: true, repeat: true }])
      field.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...how }),
      )
    if (sent > 0) wrong.push(`${name} was sent`)
    sent = 0
  }
  removeEventListener('submit', count, { capture: true })
  return wrong
}

/**
 * Selects the first item of a list by `j` and holds `a`, on a keyboard with Cyrillic letters. The keys are held as for a reader
 * who rests on them. @returns whether the page has a list.
 */
export function holdKeys(): boolean {
  const press = (key: string, code: string, repeat: boolean) =>
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent('keydown', { key, code, repeat, bubbles: true, cancelable: true }),
    )
  press('о', 'KeyJ', false)
  if (document.activeElement?.localName !== 'article') return false
  for (const repeat of [false, true, true, true]) press('ф', 'KeyA', repeat)
  return true
}
