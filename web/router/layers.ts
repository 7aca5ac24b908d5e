import type { Ask } from './guard.ts'
import type { HistoryEntries } from './historyEntries.ts'

/** Layers over the page, such as dialogs. All that are open share one history entry, so that a back step closes the last one. */
export function createLayers(entries: HistoryEntries) {
  /** By what is called when a layer is closed from outside, which also identifies it: whether the guard of the page protects it. */
  const owners = new Map<() => void, boolean>()
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
    open(key: string, onClosed: () => void, isGuarded: boolean): void {
      owners.set(onClosed, isGuarded)
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
    /**
     * A back step has left the entry: closes the last layer, and brings the entry back if others are open.
     *
     * @param ask asks before a guarded layer is closed; null if nothing would be lost.
     */
    dismissLast(key: string, ask: Ask | null): void {
      const [last, isGuarded] = [...owners].at(-1) ?? []
      if (!last) return
      const asks = isGuarded ? ask : null
      if (!asks) owners.delete(last)
      if (owners.size > 0) entries.push({ key, isLayer: true })
      if (asks)
        asks(() => {
          last()
          this.close(last)
        })
      else last()
    },
    /** Closes all layers because of a new page, or those that are not guarded because of a question, and notifies their owners. */
    dismiss({ keepsGuarded = false } = {}): void {
      for (const [notifyOwner, isGuarded] of [...owners]) {
        if (isGuarded && keepsGuarded) continue
        owners.delete(notifyOwner)
        notifyOwner()
      }
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
