import './styles/base.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { createQueryClient } from './data/api.ts'
import { lazyApi, loadApi } from './data/lazyApi.ts'
import { loaders, type Patience } from './data/load.ts'
import { captureInstallPrompt } from './device/installPrompt.ts'
import { followSystemTheme } from './device/theme.ts'
import { whenIdle } from './device/whenIdle.ts'
import { Gallery } from './features/posts/gallery.ts'
import type { PageState } from './pageState.ts'
import { createNavigator } from './router/createNavigator.ts'
import { fullPatience, type PageUrl, type ResolvedPage, resolvePage } from './router/resolvePage.ts'
import { routes } from './routes.ts'
import { CrashScreen } from './shell/status/CrashBoundary.tsx'
import { leaveComposition } from './ui/composition.ts'
import { leavePressesToReact } from './ui/forms/earlyInput.ts'
import { onDemand } from './ui/onDemand.tsx'
import { startClock } from './ui/text/clock.ts'

/** Few visits need it. */
const StatusPage = onDemand(() => import('./shell/status/StatusPage.tsx'))

/** Hydrates the page that the server rendered, with the same URL and data. */
async function start() {
  const root = document.getElementById('root')
  const state = document.getElementById('state')?.textContent
  if (!root || !state) return
  const { site, renderedAt, loadedAt, kind, queries }: PageState = JSON.parse(state)
  const queryClient = createQueryClient(lazyApi)
  // `hydrate` of the library can also restore mutations and pending queries, of which a page has none.
  for (const { queryKey, data } of queries) queryClient.setQueryData(queryKey, data, { updatedAt: loadedAt })
  startClock(renderedAt)
  const resolve = async (url: PageUrl, patience: Patience) => {
    const page = await resolvePage(routes, url, loaders(queryClient, patience))
    // The focus goes to a new page when it appears, which must be whole then.
    if ('kind' in page && page.kind !== 'page') await StatusPage.prefetch()
    return page
  }
  // What the server rendered is to be hydrated.
  if (root.querySelector('[aria-roledescription="carousel"]')) await Gallery.prefetch()
  const navigator = createNavigator(resolve, await firstPage())
  // As a transition, hydration is interruptible: the page scrolls and answers presses in between.
  startTransition(() => {
    leavePressesToReact()
    hydrateRoot(
      root,
      <App
        site={site}
        queryClient={queryClient}
        renderedAt={renderedAt}
        first={navigator.page}
        navigator={navigator}
        StatusPage={StatusPage}
      />,
    )
  })

  async function firstPage(): Promise<ResolvedPage> {
    if (kind !== 'page') {
      await StatusPage.prefetch()
      return { kind }
    }
    const page = await resolve({ path: location.pathname, search: location.search }, fullPatience)
    return 'to' in page ? { kind: 'failed', error: null } : page
  }
}

leaveComposition()
followSystemTheme()
captureInstallPrompt()
// Translators wait until the page is there.
void import('./device/translatedTexts.ts').then(
  ({ followTranslators }) => followTranslators(document.body),
  () => {},
)
// On failure the page stays as the server rendered it, and the console has the error.
void start()
// For the first press that needs it, and for a lost connection. A failed preload is ignored: what needs it tries again.
whenIdle(() => {
  void loadApi().catch(() => {})
  void StatusPage.prefetch()
  void Gallery.prefetch()
  void CrashScreen.prefetch()
})
