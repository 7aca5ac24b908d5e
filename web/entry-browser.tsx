import './styles/base.css'
import { hydrate } from '@tanstack/react-query'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { startClock } from './components/clock.ts'
import { createQueryClient } from './data/api.ts'
import { browserApi } from './data/browserApi.ts'
import { holdInstallPrompt } from './device/installPrompt.ts'
import { followSystemTheme } from './device/theme.ts'
import { createNavigator } from './navigation.ts'
import type { PageState } from './pageState.ts'
import { fullPatience, resolveView, type View } from './resolveView.ts'

/** Takes over the page that the server rendered: same address, same data, so the same page. */
async function start() {
  const root = document.getElementById('root')
  const state = document.getElementById('state')?.textContent
  if (!root || !state) return
  const { site, renderedAt, kind, queries }: PageState = JSON.parse(state)
  const queryClient = createQueryClient(browserApi)
  hydrate(queryClient, queries)
  startClock(renderedAt)
  const navigator = createNavigator(queryClient, await firstView())
  // As a transition it is done in slices, between which the page scrolls and is painted; who presses something meanwhile is
  // answered at once.
  startTransition(() => {
    hydrateRoot(
      root,
      <App
        site={site}
        queryClient={queryClient}
        renderedAt={renderedAt}
        first={navigator.shown}
        navigator={navigator}
      />,
    )
  })

  async function firstView(): Promise<View> {
    if (kind !== 'page') return { kind }
    const view = await resolveView(
      { path: location.pathname, search: location.search },
      queryClient,
      fullPatience,
    )
    return 'to' in view ? { kind: 'failed', error: null } : view
  }
}

followSystemTheme()
holdInstallPrompt()
start()
