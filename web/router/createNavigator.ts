import type { Patience } from '../data/load.ts'
import { isOutdated } from '../device/renewal.ts'
import { rememberScroll } from '../device/scrollMemory.ts'
import { createGuard } from './guard.ts'
import { createHistoryEntries, newKey } from './historyEntries.ts'
import { createLayers } from './layers.ts'
import { loadingStateDelayMs, type NavigationListener, type Navigator } from './navigator.ts'
import { type ShownPage, scrollKeyOf } from './page.ts'
import { PageModuleMissing, type PageUrl, type ResolvedPage } from './resolvePage.ts'
import type { Redirect } from './route.ts'

type Resolve = (url: PageUrl, patience: Patience) => Promise<ResolvedPage | Redirect>

interface Visit {
  readonly key: string
  readonly arrival: ShownPage['arrival']
  readonly maxAgeMs: number
  /** Writes the URL of the page into the history. */
  readonly commit: (url: PageUrl) => void
}

/** Data younger than this is shown without refetching when a link leads to it again. */
const freshMs = 30_000

/** More redirects in a row are a loop. */
const maxRedirects = 5

/** Follows links and history steps: loads the page at the new URL, then shows it. */
export function createNavigator(
  resolve: Resolve,
  first: ResolvedPage,
): Navigator & { readonly page: ShownPage } {
  const listeners = new Set<NavigationListener>()
  const entries = createHistoryEntries()
  const layers = createLayers(entries)
  const guard = createGuard(entries, (to) => follow(to))
  /** Counts navigations, so that an overtaken one shows nothing. */
  let latest = 0
  let page: ShownPage = {
    path: location.pathname,
    search: location.search,
    content: first,
    key: entries.current.key,
    arrival: 'first',
  }
  entries.replace({ key: page.key })
  markInside()
  addEventListener('pagehide', () => rememberScroll(page.key))
  addEventListener('popstate', onHistoryStep)

  function onHistoryStep(): void {
    const isPartOfPage = !history.state && location.pathname + location.search === page.path + page.search
    if (isPartOfPage) {
      entries.adopt({ key: page.key })
      return
    }
    const { key, index } = entries.current
    const wasClosing = layers.endClosing()
    if (key === page.key) onStepWithinPage(index, wasClosing)
    else if (guard.isActive && index !== entries.index) guard.holdStep(index)
    else {
      entries.moveTo(index)
      void go(location, { key, arrival: 'back', maxAgeMs: Number.POSITIVE_INFINITY, commit: () => {} })
    }
  }

  /** The step has led to the entry of the page itself or of a layer over it. */
  function onStepWithinPage(index: number, wasClosing: boolean): void {
    entries.moveTo(index)
    if (wasClosing && layers.isOpen) {
      // Another layer has been opened meanwhile, for which this step was not meant.
      entries.push({ key: page.key, isLayer: true })
      return
    }
    // A history step of the user cancels the pending navigation; our own does not, because a dialog may have started it.
    if (!wasClosing) {
      latest += 1
      notifyWaiting(false)
    }
    if (guard.isReturning) layers.dismiss({ keepsGuarded: true })
    else layers.dismissLast(page.key, guard.isActive ? guard.ask : null)
    guard.returned()
  }

  /** Never rejects: a page that cannot be loaded resolves to one of kind 'failed'. */
  async function go(
    { pathname, search }: Pick<Location, 'pathname' | 'search'>,
    visit: Visit,
  ): Promise<void> {
    latest += 1
    const number = latest
    const waiting = setTimeout(() => notifyWaiting(true), loadingStateDelayMs)
    const requested = { path: pathname, search }
    const { url, content } = await resolveRedirects(requested, visit.maxAgeMs)
    clearTimeout(waiting)
    // Otherwise the step back would lead away from the new page.
    await layers.settled
    if (number !== latest || !content) return
    if (content.kind === 'failed' && content.error instanceof PageModuleMissing && navigator.onLine) {
      // The site has been updated since this window was opened.
      location.assign(url.path + url.search)
      return
    }
    rememberScroll(page.key)
    rememberScroll(scrollKeyOf(page))
    // After a history step, the history is already at the redirected URL.
    if (visit.arrival === 'back' && url !== requested)
      entries.replace({ key: visit.key }, url.path + url.search)
    else visit.commit(url)
    markInside()
    layers.dismiss()
    page = { ...url, content, key: visit.key, arrival: visit.arrival }
    for (const { onShow } of listeners) onShow(page)
    notifyWaiting(false)
  }

  /** @returns no content when the redirects make a loop. */
  async function resolveRedirects(
    requested: PageUrl,
    maxAgeMs: number,
  ): Promise<{ url: PageUrl; content: ResolvedPage | null }> {
    const patience = { maxAgeMs, feedPatienceMs: loadingStateDelayMs }
    let url = requested
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const content = await resolve(url, patience)
      if (!('to' in content)) return { url, content }
      const { pathname, search } = new URL(content.to, location.origin)
      url = { path: pathname, search }
    }
    return { url, content: null }
  }

  function follow(to: string, { replace = false, resume = false } = {}): void {
    const url = new URL(to, location.href)
    const isSame = url.pathname + url.search === page.path + page.search
    if (isSame && url.hash) {
      location.hash = url.hash
      return
    }
    if (guard.isActive) {
      // The question replaces the open layer, unless that has what would be lost.
      layers.dismiss({ keepsGuarded: true })
      guard.ask(() => follow(to, { replace, resume }))
      return
    }
    const isLayer = entries.current.isLayer === true
    // The entry of a layer is not restored; it may be gone by the time the page is loaded.
    const replaces = () => replace || isSame || entries.current.isLayer === true
    if (isOutdated() && !isSame && navigator.onLine) {
      rememberScroll(page.key)
      location[replaces() ? 'replace' : 'assign'](url)
      return
    }
    const key = replace && !isLayer ? page.key : newKey()
    void go(url, {
      key,
      arrival: resume ? 'resume' : 'forward',
      maxAgeMs: resume ? Number.POSITIVE_INFINITY : isSame ? 0 : freshMs,
      commit: ({ path, search }) =>
        entries[replaces() ? 'replace' : 'push']({ key }, path + search + url.hash),
    })
  }

  /** Style sheets show a back button if there is a previous page of the site; not on the home page. */
  function markInside(): void {
    document.documentElement.toggleAttribute('data-inside', entries.index > 0 && location.pathname !== '/')
  }

  function notifyWaiting(isWaiting: boolean): void {
    for (const { onWait } of listeners) onWait(isWaiting)
  }

  return {
    get page() {
      return page
    },
    navigate: follow,
    reload() {
      void go(location, { key: page.key, arrival: 'back', maxAgeMs: 0, commit: () => {} })
    },
    openLayer: (onClosed, isGuarded = false) => layers.open(page.key, onClosed, isGuarded),
    closeLayer: (onClosed) => layers.close(onClosed),
    guard: guard.set,
    listen(listener) {
      listeners.add(listener)
      // A page was left before hydration ended.
      if (page.content !== first) listener.onShow(page)
      return () => listeners.delete(listener)
    },
  }
}
