/** Those that are open, the uppermost last; one may open before the one that it replaces is closed. */
const open: HTMLDialogElement[] = []

/**
 * Opens a dialog as modal, and keeps the page behind it from scrolling. The page is marked with an attribute, because
 * `html:has(dialog[open])` would make browsers search the whole page at each change of the focus.
 *
 * @returns what closes it. Call it before the dialog is removed from the document: only then the browser restores the focus.
 */
export function openModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal()
  open.push(dialog)
  update()
  return () => {
    dialog.close()
    open.splice(open.indexOf(dialog), 1)
    update()
  }
}

function update(): void {
  document.documentElement.toggleAttribute('data-modal', open.length > 0)
  moveToasts()
}

let homeOfToasts: Element | null = null

/**
 * Moves short messages into the uppermost dialog: outside, they are behind it, and can be neither pressed nor heard. React changes only
 * what is in their element, so it may be anywhere.
 */
function moveToasts(): void {
  const toasts = document.getElementById('toasts')
  if (!toasts) return
  if (!toasts.closest('dialog')) homeOfToasts = toasts.parentElement
  const place = open.at(-1) ?? homeOfToasts
  if (place && toasts.parentElement !== place) place.append(toasts)
}
