interface HistoryEntry {
  /** Identifies the visit of a page; a layer over the page has the same key. */
  readonly key: string
  /** The number of entries of this site before it, so that a step can be undone. */
  readonly index: number
  /** A layer is open over the page; the back step only closes it. */
  readonly isLayer?: true
}

/** The entries that the browser's history has for this window. */
export type HistoryEntries = ReturnType<typeof createHistoryEntries>

export function createHistoryEntries() {
  /** The entry of the page on the screen, while a step may already have led elsewhere. */
  let index = currentEntry().index
  history.scrollRestoration = 'manual'

  function write(
    method: 'pushState' | 'replaceState',
    entry: Omit<HistoryEntry, 'index'>,
    to: string | undefined,
  ): void {
    history[method]({ ...entry, index } satisfies HistoryEntry, '', to)
  }

  return {
    get index() {
      return index
    },
    get current() {
      return currentEntry()
    },
    push(entry: Omit<HistoryEntry, 'index'>, to?: string): void {
      index += 1
      write('pushState', entry, to)
    },
    replace(entry: Omit<HistoryEntry, 'index'>, to?: string): void {
      write('replaceState', entry, to)
    },
    /** The browser has created an entry, for a link to a fragment. */
    adopt(entry: Omit<HistoryEntry, 'index'>): void {
      index += 1
      write('replaceState', entry, undefined)
    },
    /** A history step has led to this entry. */
    moveTo(newIndex: number): void {
      index = newIndex
    },
  }
}

export const newKey = () => Math.random().toString(36).slice(2)

function currentEntry(): HistoryEntry {
  const { state } = history
  return typeof state?.key === 'string' ? { index: 0, ...state } : { key: newKey(), index: 0 }
}
