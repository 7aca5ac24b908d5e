import type { HistoryEntries } from './historyEntries.ts'

export type Ask = (leave: () => void) => void

/** Asks before the page is left, if something would be lost. */
export function createGuard(entries: HistoryEntries, follow: (to: string) => void) {
  /** A page may have several forms. The last one asks; the answer is for all of them. */
  let asks: readonly Ask[] = []
  /** Called when the history is back at the entry before the blocked step. */
  let askOnReturn: (() => void) | null = null

  return {
    get isActive() {
      return asks.length > 0
    },
    /** Whether the history is on its way back from a blocked step. */
    get isReturning() {
      return askOnReturn !== null
    },
    set(next: Ask): () => void {
      asks = [...asks, next]
      return () => {
        asks = asks.filter((ask) => ask !== next)
      }
    },
    /** Asks, and calls `leave` if the answer is yes. */
    ask(leave: () => void): void {
      asks.at(-1)?.(() => {
        asks = []
        leave()
      })
    },
    /** The history has already moved, so it moves back before asking. @param index the target of the step. */
    holdStep(index: number): void {
      const to = location.pathname + location.search + location.hash
      const question = asks.at(-1)
      askOnReturn = () =>
        question?.(() => {
          asks = []
          // The question has an entry of its own, which replaced all that came after the page.
          if (index < entries.index) history.go(index - entries.index)
          else follow(to)
        })
      history.go(entries.index - index)
    },
    /** The history has returned to the page. */
    returned(): void {
      askOnReturn?.()
      askOnReturn = null
    },
  }
}
