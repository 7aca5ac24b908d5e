import type { HistoryEntries } from './historyEntries.ts'

export type Ask = (leave: () => void) => void

/** Asks before the page is left, where something would be lost with it. */
export function createGuard(entries: HistoryEntries, follow: (to: string) => void) {
  let ask: Ask | null = null
  /** Called when the history is back where it was before the step that is held up. */
  let askOnReturn: (() => void) | null = null

  return {
    get isActive() {
      return ask !== null
    },
    set(next: Ask): () => void {
      ask = next
      return () => {
        if (ask === next) ask = null
      }
    },
    /** Asks, and goes on with `leave` if the answer is yes. */
    ask(leave: () => void): void {
      ask?.(() => {
        ask = null
        leave()
      })
    },
    /** The history has moved before anybody could be asked: it moves back first. @param index where the step led. */
    holdStep(index: number): void {
      const to = location.pathname + location.search + location.hash
      const asked = ask
      askOnReturn = () =>
        asked?.(() => {
          ask = null
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
