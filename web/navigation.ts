import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { limits } from '../contract/limits.ts'
import { isOutdated } from './device/renewal.ts'
import { rememberScroll } from './device/scrollMemory.ts'
import { type Address, PageModuleMissing, resolveView, type View } from './resolveView.ts'
import type { Detour } from './routes.tsx'

/** The page on the screen. Its address is the browser's, but for the moment in which the next page is loaded. */
export interface Shown extends Address {
  readonly view: View
  /** Of the entry in the browser's history; what is remembered about a visit is kept under it. */
  readonly key: string
  /**
   * How it came to be shown: `back` restores what was there, `resume` what was there when this address was last left,
   * `forth` starts at the top.
   */
  readonly arrival: 'first' | 'forth' | 'back' | 'resume'
}

interface HistoryState {
  readonly key: string
  /** How many entries of ours come before it, so that a step can be taken back. */
  readonly index: number
  /** Something lies over the page; the back step only takes it away. */
  readonly isLayer?: true
}

export interface Navigator {
  readonly shown: Shown
  /**
   * Goes to a path of ours. The page in between stays on the screen until the next one is complete.
   *
   * @param options.resume shows it as it was when it was last left.
   */
  navigate(to: string, options?: { replace?: boolean; resume?: boolean }): void
  /** Loads the page on the screen once more. */
  reload(): void
  /** Something is put over the page. `onGone` is called when a back step or a new page takes it away. */
  openLayer(onGone: () => void): void
  /** It has been taken away in another way. */
  closeLayer(): void
  /**
   * Something would be lost with the page. Links, calls and history steps that lead away call `ask` instead; the page
   * stays unless that calls `leave`.
   *
   * @returns what ends it.
   */
  guard(ask: Ask): () => void
  listen(listener: Listener): () => void
}

type Ask = (leave: () => void) => void

interface Listener {
  readonly show: (shown: Shown) => void
  /** Called with true when the next page lets people wait. */
  readonly wait: (isWaiting: boolean) => void
}

/** What is younger than this is shown as it is when a link leads to it again. */
const freshMs = 30_000

/** Follows links and history steps: loads the page at the new address, then shows it. */
export function createNavigator(queryClient: QueryClient, first: View): Navigator {
  const listeners = new Set<Listener>()
  let onGone: (() => void) | null = null
  /** The step back over the entry of a layer that was closed is on its way; what waits for it. */
  let closing: { readonly ended: Promise<void>; readonly end: () => void } | null = null
  let guard: Ask | null = null
  /** What is asked when the history is back where it was before a step that the guard holds up. */
  let askOnReturn: (() => void) | null = null
  /** Of the entry that belongs to what is on the screen. */
  let here = stateOf(history).index
  let current = 0
  let shown: Shown = {
    path: location.pathname,
    search: location.search,
    view: first,
    key: stateOf(history).key,
    arrival: 'first',
  }
  history.scrollRestoration = 'manual'
  enter('replaceState', { key: shown.key })
  markInside()
  addEventListener('pagehide', () => rememberScroll(shown.key))
  addEventListener('popstate', () => {
    // A link to a part of this page made an entry of its own.
    if (!history.state && location.pathname + location.search === shown.path + shown.search)
      return enter('replaceState', { key: shown.key }, { steps: 1 })
    const { key, index } = stateOf(history)
    const wasClosing = closing !== null
    closing?.end()
    closing = null
    if (key === shown.key) {
      here = index
      // Meanwhile another layer has been opened, which this step was not meant for.
      if (wasClosing && onGone) return enter('pushState', { key, isLayer: true })
      // Whatever was on its way is no longer wanted, unless the step is our own: what a dialog leads to goes on.
      if (!wasClosing) {
        current += 1
        tell('wait', false)
      }
      takeLayerAway()
      askOnReturn?.()
      askOnReturn = null
      return
    }
    if (guard && index !== here) return takeStepBack(guard, index)
    here = index
    go(location, { key, arrival: 'back', maxAgeMs: Number.POSITIVE_INFINITY, commit: () => {} })
  })

  /** Makes what is shown known to the history. @param steps 1 when the browser has already made an entry for it. */
  function enter(
    how: 'pushState' | 'replaceState',
    state: Omit<HistoryState, 'index'>,
    { to, steps = how === 'pushState' ? 1 : 0 }: { to?: string; steps?: number } = {},
  ): void {
    here += steps
    history[how]({ ...state, index: here } satisfies HistoryState, '', to)
  }

  /** The history has moved before anybody could be asked: it moves back, and then the question is put. */
  function takeStepBack(ask: Ask, index: number): void {
    const to = location.pathname + location.search + location.hash
    askOnReturn = () =>
      ask(() => {
        guard = null
        // The question has an entry of its own, in place of all that came after the page.
        if (index < here) history.go(index - here)
        else follow(to)
      })
    history.go(here - index)
  }

  async function go(
    { pathname: path, search }: Pick<Location, 'pathname' | 'search'>,
    visit: { key: string; arrival: Shown['arrival']; maxAgeMs: number; commit: (address: Address) => void },
  ): Promise<void> {
    const number = ++current
    const waiting = setTimeout(() => tell('wait', true), limits.loadingStateDelayMs)
    const patience = { maxAgeMs: visit.maxAgeMs, feedPatienceMs: limits.loadingStateDelayMs }
    let address: Address = { path, search }
    let view = await resolveView(address, queryClient, patience)
    let commit = visit.commit
    for (let detours = 0; isDetour(view) && detours < maxDetours; detours += 1) {
      const { pathname, search } = new URL(view.to, location.origin)
      address = { path: pathname, search }
      // A history step already stands at the address that the detour replaces.
      if (visit.arrival === 'back')
        commit = ({ path, search }) => enter('replaceState', { key: visit.key }, { to: path + search })
      view = await resolveView(address, queryClient, patience)
    }
    clearTimeout(waiting)
    // Otherwise the step back would lead away from the new page.
    await closing?.ended
    if (number !== current || isDetour(view)) return
    if (view.kind === 'failed' && view.error instanceof PageModuleMissing && navigator.onLine) {
      // The site has been renewed since this window was opened.
      location.assign(address.path + address.search)
      return
    }
    rememberScroll(shown.key)
    rememberScroll(addressOf(shown))
    commit(address)
    markInside()
    takeLayerAway()
    shown = { ...address, view, key: visit.key, arrival: visit.arrival }
    tell('show', shown)
    tell('wait', false)
  }

  /** Style sheets show a way back where there is one inside of the site. */
  function markInside(): void {
    document.documentElement.toggleAttribute('data-inside', here > 0)
  }

  function takeLayerAway(): void {
    const tellOwner = onGone
    onGone = null
    tellOwner?.()
  }

  function tell<Event extends keyof Listener>(event: Event, what: Parameters<Listener[Event]>[0]): void {
    for (const listener of listeners) (listener[event] as (what: unknown) => void)(what)
  }

  function follow(to: string, { replace = false, resume = false } = {}): void {
    const url = new URL(to, location.href)
    const isSame = url.pathname + url.search === shown.path + shown.search
    if (isSame && url.hash) {
      location.hash = url.hash
      return
    }
    if (guard) {
      const ask = guard
      // The question takes its place.
      takeLayerAway()
      ask(() => {
        guard = null
        follow(to, { replace, resume })
      })
      return
    }
    const isLayer = stateOf(history).isLayer === true
    // A layer's entry is not a place to come back to; by the time the page is there it may be gone.
    const replaces = () => replace || isSame || stateOf(history).isLayer === true
    if (isOutdated() && !isSame && window.navigator.onLine) {
      rememberScroll(shown.key)
      location[replaces() ? 'replace' : 'assign'](url)
      return
    }
    const key = replace && !isLayer ? shown.key : newKey()
    go(url, {
      key,
      arrival: resume ? 'resume' : 'forth',
      maxAgeMs: resume ? Number.POSITIVE_INFINITY : isSame ? 0 : freshMs,
      commit: ({ path, search }) =>
        enter(replaces() ? 'replaceState' : 'pushState', { key }, { to: path + search + url.hash }),
    })
  }

  return {
    get shown() {
      return shown
    },
    navigate: follow,
    reload() {
      go(location, { key: shown.key, arrival: 'back', maxAgeMs: 0, commit: () => {} })
    },
    openLayer(whenGone) {
      onGone = whenGone
      if (!stateOf(history).isLayer) enter('pushState', { key: shown.key, isLayer: true })
    },
    closeLayer() {
      onGone = null
      if (!stateOf(history).isLayer) return
      let end = () => {}
      closing = { ended: new Promise((resolve) => (end = resolve)), end: () => end() }
      history.back()
    },
    guard(ask) {
      guard = ask
      return () => {
        if (guard === ask) guard = null
      }
    },
    listen(listener) {
      listeners.add(listener)
      // Somebody was quicker than the takeover of the first page.
      if (shown.view !== first) listener.show(shown)
      return () => listeners.delete(listener)
    },
  }
}

/** Under which it is remembered how far a page was scrolled, whatever led there. */
export const addressOf = ({ path, search }: Address): string => path + search

/** More in a row lead in a circle. */
const maxDetours = 5

const isDetour = (view: View | Detour): view is Detour => 'to' in view

const newKey = () => Math.random().toString(36).slice(2)

function stateOf({ state }: History): HistoryState {
  return typeof state?.key === 'string' ? { index: 0, ...state } : { key: newKey(), index: 0 }
}

/** For where nobody goes anywhere: the server, which renders one page and is done. */
export const standstill: Omit<Navigator, 'shown'> = {
  navigate: () => {},
  reload: () => {},
  openLayer: () => {},
  closeLayer: () => {},
  guard: () => () => {},
  listen: () => () => {},
}

export const ShownContext = createContext<Shown | null>(null)
export const NavigatorContext = createContext<Omit<Navigator, 'shown'>>(standstill)

export function useShown(): Shown {
  const shown = useContext(ShownContext)
  if (!shown) throw new Error('Nothing is shown outside of <App>.')
  return shown
}

export const useNavigator = () => useContext(NavigatorContext)
