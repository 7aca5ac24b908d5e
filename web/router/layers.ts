import type { HistoryEntries } from './historyEntries.ts'

/** Layers over the page, such as dialogs, one at a time. A layer has a history entry, so that a back step closes it. */
export function createLayers(entries: HistoryEntries) {
  let onClosed: (() => void) | null = null
  /** The pending step back over the entry of a closed layer. */
  let closing: { readonly ended: Promise<void>; readonly end: () => void } | null = null

  return {
    get isOpen() {
      return onClosed !== null
    },
    /** Resolves when no entry of a closed layer is left in the history. */
    get settled(): Promise<void> | undefined {
      return closing?.ended
    },
    open(key: string, whenClosed: () => void): void {
      onClosed = whenClosed
      if (!entries.current.isLayer) entries.push({ key, isLayer: true })
    },
    /** Steps back over the entry of a layer that its owner has closed. */
    close(): void {
      onClosed = null
      if (!entries.current.isLayer) return
      let end = () => {}
      closing = { ended: new Promise((resolve) => (end = resolve)), end: () => end() }
      history.back()
    },
    /** Closes the layer because of a back step or a new page, and notifies its owner. */
    dismiss(): void {
      const notifyOwner = onClosed
      onClosed = null
      notifyOwner?.()
    },
    /** A history step has arrived. @returns whether `close` caused it. */
    endClosing(): boolean {
      const wasClosing = closing !== null
      closing?.end()
      closing = null
      return wasClosing
    },
  }
}
