interface Press {
  readonly key: string
  readonly code: string
  readonly shiftKey: boolean
}

/**
 * The character that a press stands for in a shortcut: a small Latin letter, or a sign such as `/`. Layouts of other
 * scripts have no Latin letters, so there the place of the key counts. A key that prints another Latin letter keeps it,
 * so that Dvorak and AZERTY work by what is on the key.
 *
 * @returns null for keys without a character, letters with Shift, and letters that no shortcut has.
 */
export function shortcutOf({ key, code, shiftKey }: Press): string | null {
  // The letters of a full-width input method are those of the keyboard.
  const printed = key.normalize('NFKC')
  if (/^[!-~]$/.test(printed)) return isLetter(printed) && shiftKey ? null : printed.toLowerCase()
  if ([...printed].length !== 1 || /\p{Script=Latin}/u.test(printed)) return null
  if (code === 'Slash') return shiftKey ? '?' : '/'
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? []
  return letter === undefined || shiftKey ? null : letter.toLowerCase()
}

const isLetter = (character: string) => /[a-z]/i.test(character)

/**
 * Keeps presses from the page that would act without the reader's will. Keys of an input method belong to the word that is
 * being composed, and a key that is held acts once: only typing and moving repeat. Runs before all other listeners. Called once.
 */
export function guardKeys(): void {
  let pressedIn: EventTarget | null = null
  addEventListener(
    'keydown',
    (event) => {
      if (!event.repeat) pressedIn = event.target
      // Safari ends the composition before the key that ended it, and only its old code tells.
      if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation()
      else if (event.repeat && (actsOnce(event) || isTypedElsewhere(event))) {
        event.preventDefault()
        event.stopImmediatePropagation()
      }
    },
    { capture: true },
  )

  /** A field that the press has opened is not typed into. */
  function isTypedElsewhere({ key, target }: KeyboardEvent): boolean {
    const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement
    return isField && target !== pressedIn && (key === 'Enter' || key.length === 1)
  }
}

/** Enter presses, sends and follows, except in a text, where it is a line break; Escape closes. */
function actsOnce({ key, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  if (key === 'Escape') return true
  return key === 'Enter' && (ctrlKey || metaKey || !(target instanceof HTMLTextAreaElement))
}
