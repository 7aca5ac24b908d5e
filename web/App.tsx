import { type QueryClient, QueryClientProvider, useSuspenseQuery } from '@tanstack/react-query'
import {
  type ComponentType,
  type ReactNode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react'
import type { Site } from '../contract/pages.ts'
import { InitialContext, initialQuery } from './data/account/initial.ts'
import { SiteContext } from './data/account/site.ts'
import { rememberedScroll } from './device/scrollMemory.ts'
import { type Navigator, NavigatorContext } from './router/navigator.ts'
import { type ShownPage, ShownPageContext, scrollKeyOf, useShownPage } from './router/page.ts'
import { Shell } from './shell/Shell.tsx'
import { CrashBoundary } from './shell/status/CrashBoundary.tsx'
import type { StatusPageProps } from './shell/status/StatusPage.tsx'
import { replayEarlyInput } from './ui/forms/earlyInput.ts'
import { NavigateContext } from './ui/navigation/Link.tsx'
import { RenderedAt } from './ui/text/clock.ts'

interface AppProps {
  site: Site
  queryClient: QueryClient
  /** When the server rendered the page, in milliseconds since 1970. */
  renderedAt: number
  first: ShownPage
  navigator: Navigator
  StatusPage: ComponentType<StatusPageProps>
}

export function App({ site, queryClient, renderedAt, first, navigator, StatusPage }: AppProps) {
  const { page, isWaiting } = useNavigation(navigator, first)
  useLayoutEffect(() => void replayEarlyInput(), [])
  return (
    <Surroundings {...{ site, queryClient, renderedAt, navigator }}>
      <ShownPageContext value={page}>
        <CrashBoundary>
          <WithInitial>
            <Shell isWaiting={isWaiting}>
              <Page key={page.key} StatusPage={StatusPage} />
            </Shell>
          </WithInitial>
        </CrashBoundary>
      </ShownPageContext>
    </Surroundings>
  )
}

interface SurroundingsProps extends Pick<AppProps, 'site' | 'queryClient' | 'renderedAt' | 'navigator'> {
  children: ReactNode
}

/** Context that every part of a page may use, without anything about the viewer. */
export function Surroundings({ site, queryClient, renderedAt, navigator, children }: SurroundingsProps) {
  return (
    <RenderedAt value={renderedAt}>
      <SiteContext value={site}>
        <QueryClientProvider client={queryClient}>
          <NavigatorContext value={navigator}>
            <NavigateContext value={navigator.navigate}>{children}</NavigateContext>
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

function Page({ StatusPage }: Pick<AppProps, 'StatusPage'>) {
  const { content } = useShownPage()
  return content.kind === 'page' ? <content.Page params={content.params} /> : <StatusPage content={content} />
}

function useNavigation(navigator: Navigator, first: ShownPage) {
  const [page, setPage] = useState(first)
  const [isWaiting, setIsWaiting] = useState(false)
  useEffect(
    () => navigator.listen({ onShow: (next) => startTransition(() => setPage(next)), onWait: setIsWaiting }),
    [navigator],
  )
  useLayoutEffect(() => {
    const top = rememberedScroll(page.arrival === 'resume' ? scrollKeyOf(page) : page.key)
    // Readers may have scrolled before hydration, or followed a link to a fragment.
    // Newer browsers return a promise, which is no clean-up.
    if (page.arrival === 'first') return void (top > 0 && scrollTo(0, top))
    if (page.arrival !== 'forward') scrollTo(0, top)
    else if (!scrollToPart()) scrollTo(0, 0)
    // Screen readers announce the new page when it gets the focus.
    const main = document.getElementById('main')
    // A page with an autofocused field already has the focus, and a select that navigated keeps it.
    if (!document.activeElement?.matches('input, select')) main?.focus({ preventScroll: true })
  }, [page])
  return { page, isWaiting }
}

function scrollToPart(): boolean {
  const part = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  part?.scrollIntoView()
  return part !== null
}
