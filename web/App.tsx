import { type QueryClient, QueryClientProvider, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, startTransition, useEffect, useLayoutEffect, useState } from 'react'
import type { Site } from '../contract/pages.ts'
import { RenderedAt } from './components/clock.ts'
import { NavigateContext } from './components/Link.tsx'
import { InitialContext, initialQuery } from './data/initial.ts'
import { rememberedScroll } from './device/scrollMemory.ts'
import {
  addressOf,
  type Navigator,
  NavigatorContext,
  type Shown,
  ShownContext,
  useShown,
} from './navigation.ts'
import { Failed } from './pages/status/Failed.tsx'
import { Forbidden } from './pages/status/Forbidden.tsx'
import { NotFound } from './pages/status/NotFound.tsx'
import { CrashBoundary } from './shell/Crash.tsx'
import { Shell } from './shell/Shell.tsx'
import { SiteContext } from './shell/site.ts'

interface App {
  site: Site
  queryClient: QueryClient
  /** When the server rendered the page, in milliseconds since 1970. */
  renderedAt: number
  first: Shown
  navigator: Omit<Navigator, 'shown'>
}

export function App({ site, queryClient, renderedAt, first, navigator }: App) {
  const { shown, isWaiting } = useNavigation(navigator, first)
  return (
    <RenderedAt value={renderedAt}>
      <SiteContext value={site}>
        <QueryClientProvider client={queryClient}>
          <NavigatorContext value={navigator}>
            <ShownContext value={shown}>
              <NavigateContext value={navigator.navigate}>
                <CrashBoundary>
                  <WithInitial>
                    <Shell isWaiting={isWaiting}>
                      <Page key={shown.key} />
                    </Shell>
                  </WithInitial>
                </CrashBoundary>
              </NavigateContext>
            </ShownContext>
          </NavigatorContext>
        </QueryClientProvider>
      </SiteContext>
    </RenderedAt>
  )
}

function WithInitial({ children }: { children: ReactNode }) {
  const { data } = useSuspenseQuery(initialQuery)
  return <InitialContext value={data}>{children}</InitialContext>
}

function Page() {
  const { view } = useShown()
  switch (view.kind) {
    case 'page':
      return <view.Page params={view.params} />
    case 'not-found':
      return <NotFound />
    case 'forbidden':
      return <Forbidden />
    case 'failed':
      return <Failed error={view.error} />
  }
}

function useNavigation(navigator: App['navigator'], first: Shown) {
  const [shown, setShown] = useState(first)
  const [isWaiting, setIsWaiting] = useState(false)
  useEffect(
    () => navigator.listen({ show: (next) => startTransition(() => setShown(next)), wait: setIsWaiting }),
    [navigator],
  )
  useLayoutEffect(() => {
    const place = rememberedScroll(shown.arrival === 'resume' ? addressOf(shown) : shown.key)
    // On the page that the server wrote, readers may be on their way already, or where their link led.
    if (shown.arrival === 'first') return place > 0 ? scrollTo(0, place) : undefined
    if (shown.arrival !== 'forth') scrollTo(0, place)
    else if (!scrollToPart()) scrollTo(0, 0)
    // Those who cannot see it must hear that the page is another one.
    const main = document.getElementById('main')
    // A page that begins with a field has put the focus there, and a chooser that led here keeps it.
    if (!document.activeElement?.matches('input, select')) main?.focus({ preventScroll: true })
  }, [shown])
  return { shown, isWaiting }
}

function scrollToPart(): boolean {
  const part = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  part?.scrollIntoView()
  return part !== null
}
