/** Gives the focus to the page when the button that had it goes with the card on which it stood. */
export const focusPage = (): void => document.getElementById('main')?.focus({ preventScroll: true })
