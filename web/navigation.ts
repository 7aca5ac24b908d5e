import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { limits } from '../contract/limits.ts'
import { rememberScroll } from './device/scrollMemory.ts'
import { type Address, PageModuleMissing, resolveView, type View } from './resolveView.ts'
import type { Detour } from './routes.tsx'

/** The page on the screen. Its address is the browser's, but for the moment in which the next page is loaded. */
export interface Shown extends Address {
  readonly view: View
  /** Of the entry in the browser's history; what is remembered about a visit is kept under it. */
  readonly key: string
  /** How it came to be shown: `back` restores what was there, `forth` starts at the top. */
  readonly arrival: 'first' | 'forth' | 'back'
}

interface HistoryState {
  readonly key: string
  /** Something lies over the page; the back step only takes it away. */
  readonly isLayer?: true
}

export interface Navigator {
  readonly shown: Shown
  /** Goes to a path of ours. The page in between stays on the screen until the next one is complete. */
  navigate(to: string, options?: { replace?: boolean }): void
  /** Loads the page on the screen once more. */
  reload(): void
  /** Something is put over the page. `onGone` is called when a back step or a new page takes it away. */
  openLayer(onGone: () => void): void
  /** It has been taken away in another way. */
  closeLayer(): void
  listen(listener: Listener): () => void
}

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
  let current = 0
  let shown: Shown = {
    path: location.pathname,
    search: location.search,
    view: first,
    key: stateOf(history).key,
    arrival: 'first',
  }
  history.scrollRestoration = 'manual'
  history.replaceState({ key: shown.key } satisfies HistoryState, '')
  addEventListener('pagehide', () => rememberScroll(shown.key))
  addEventListener('popstate', () => {
    // A link to a part of this page made an entry of its own.
    if (!history.state && location.pathname + location.search === shown.path + shown.search)
      return history.replaceState({ key: shown.key } satisfies HistoryState, '')
    const { key } = stateOf(history)
    if (key === shown.key) {
      // Whatever was on its way is no longer wanted.
      current += 1
      tell('wait', false)
      takeLayerAway()
      return
    }
    go(location, { key, arrival: 'back', maxAgeMs: Number.POSITIVE_INFINITY, commit: () => {} })
  })

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
        commit = ({ path, search }) => history.replaceState({ key: visit.key }, '', path + search)
      view = await resolveView(address, queryClient, patience)
    }
    clearTimeout(waiting)
    if (number !== current || isDetour(view)) return
    if (view.kind === 'failed' && view.error instanceof PageModuleMissing && navigator.onLine) {
      // The site has been renewed since this window was opened.
      location.assign(address.path + address.search)
      return
    }
    rememberScroll(shown.key)
    commit(address)
    takeLayerAway()
    shown = { ...address, view, key: visit.key, arrival: visit.arrival }
    tell('show', shown)
    tell('wait', false)
  }

  function takeLayerAway(): void {
    const tellOwner = onGone
    onGone = null
    tellOwner?.()
  }

  function tell<Event extends keyof Listener>(event: Event, what: Parameters<Listener[Event]>[0]): void {
    for (const listener of listeners) (listener[event] as (what: unknown) => void)(what)
  }

  return {
    get shown() {
      return shown
    },
    navigate(to, { replace = false } = {}) {
      const url = new URL(to, location.href)
      const isSame = url.pathname + url.search === shown.path + shown.search
      if (isSame && url.hash) {
        location.hash = url.hash
        return
      }
      // A layer's entry is not a place to come back to.
      const isLayer = stateOf(history).isLayer === true
      const replaces = replace || isSame || isLayer
      const key = replace && !isLayer ? shown.key : newKey()
      go(url, {
        key,
        arrival: 'forth',
        maxAgeMs: isSame ? 0 : freshMs,
        commit: ({ path, search }) =>
          history[replaces ? 'replaceState' : 'pushState']({ key }, '', path + search + url.hash),
      })
    },
    reload() {
      go(location, { key: shown.key, arrival: 'back', maxAgeMs: 0, commit: () => {} })
    },
    openLayer(whenGone) {
      onGone = whenGone
      if (!stateOf(history).isLayer) history.pushState({ key: shown.key, isLayer: true }, '')
    },
    closeLayer() {
      onGone = null
      if (stateOf(history).isLayer) history.back()
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** More in a row lead in a circle. */
const maxDetours = 5

const isDetour = (view: View | Detour): view is Detour => 'to' in view

const newKey = () => Math.random().toString(36).slice(2)

function stateOf({ state }: History): HistoryState {
  return typeof state?.key === 'string' ? state : { key: newKey() }
}

/** For where nobody goes anywhere: the server, which renders one page and is done. */
export const standstill: Omit<Navigator, 'shown'> = {
  navigate: () => {},
  reload: () => {},
  openLayer: () => {},
  closeLayer: () => {},
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
