/** Dialogs that are open; one may open before the one that it replaces is closed. */
let open = 0

/**
 * Opens a dialog as modal, and keeps the page behind it from scrolling. The page is marked with an attribute, because
 * `html:has(dialog[open])` would make browsers search the whole page at each change of the focus.
 *
 * @returns what closes it. Call it before the dialog is removed from the document: only then the browser restores the focus.
 */
export function openModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal()
  mark(1)
  return () => {
    dialog.close()
    mark(-1)
  }
}

function mark(change: 1 | -1): void {
  open += change
  document.documentElement.toggleAttribute('data-modal', open > 0)
}
