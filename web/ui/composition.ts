/**
 * Leaves the keys of a word that an input method is composing to the input method: Enter ends the word, and neither sends nor
 * chooses. Other listeners do not get them, so call it once, before there are any.
 */
export function leaveComposition(): void {
  addEventListener(
    'keydown',
    (event) => {
      // Safari ends the composition before the key that ended it, and only its old code tells.
      if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation()
    },
    { capture: true },
  )
}
