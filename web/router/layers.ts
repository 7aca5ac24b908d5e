import type { HistoryEntries } from './historyEntries.ts'

/** Layers over the page, such as dialogs. All that are open share one history entry, so that a back step closes the last one. */
export function createLayers(entries: HistoryEntries) {
  /** What is called when a layer is closed from outside, which also identifies it. */
  const owners = new Set<() => void>()
  /** The pending step back over the entry of a closed layer. */
  let closing: { readonly ended: Promise<void>; readonly end: () => void } | null = null

  return {
    get isOpen() {
      return owners.size > 0
    },
    /** Resolves when no entry of a closed layer is left in the history. */
    get settled(): Promise<void> | undefined {
      return closing?.ended
    },
    open(key: string, onClosed: () => void): void {
      owners.add(onClosed)
      if (!entries.current.isLayer) entries.push({ key, isLayer: true })
    },
    /** Steps back over the entry after the owner of the last open layer has closed it. */
    close(onClosed: () => void): void {
      owners.delete(onClosed)
      if (owners.size > 0 || !entries.current.isLayer) return
      let end = () => {}
      closing = { ended: new Promise((resolve) => (end = resolve)), end: () => end() }
      history.back()
    },
    /** A back step has left the entry: closes the last layer, and brings the entry back if others are open. */
    dismissLast(key: string): void {
      const last = [...owners].at(-1)
      if (!last) return
      owners.delete(last)
      if (owners.size > 0) entries.push({ key, isLayer: true })
      last()
    },
    /** Closes all layers because of a new page, and notifies their owners. */
    dismiss(): void {
      const open = [...owners]
      owners.clear()
      for (const notifyOwner of open) notifyOwner()
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
