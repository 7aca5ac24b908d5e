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
 * Keeps presses from the page that would act without the reader's will: a key that is held acts once, and only typing and moving
 * repeat. This is the one place that looks at `repeat`. Runs before the listeners of the page, and after `leaveComposition`. Called once.
 */
export function guardKeys(): void {
  let pressedIn: EventTarget | null = null
  let last: KeyboardEvent | null = null
  addEventListener(
    'keydown',
    (event) => {
      // The page did something for a press whose default it prevented.
      const hasActed = last?.key === event.key && last.defaultPrevented
      last = event
      if (!event.repeat) {
        pressedIn = event.target
      } else if (actsOnce(event) || isTypedElsewhere(event) || (hasActed && !isMove(event))) {
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
  if (key === 'Escape' || (target instanceof Element && target.closest('[data-once]'))) return true
  return key === 'Enter' && (ctrlKey || metaKey || !(target instanceof HTMLTextAreaElement))
}

/** Moves the focus, the cursor or what is selected, from one post to the next for `j` and `k`; Enter begins another line. */
function isMove(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey } = event
  if (key.length > 1) return true
  const shortcut = shortcutOf(event)
  return !ctrlKey && !metaKey && (shortcut === 'j' || shortcut === 'k')
}
