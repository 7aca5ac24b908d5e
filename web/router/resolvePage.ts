import type { ComponentType } from 'react'
import type { Initial } from '../../contract/entities/initial.ts'
import { refusalOf } from '../data/failure.ts'
import type { PageLoaders, Patience } from '../data/load.ts'
import {
  type FoundRoute,
  findRoute,
  type PageFile,
  type PageProps,
  type Redirect,
  type Route,
  type RouteTable,
} from './route.ts'

/** The result of resolving a URL. */
export type ResolvedPage =
  | {
      readonly kind: 'page'
      readonly file: PageFile
      readonly Page: ComponentType<PageProps>
      readonly ForGuests?: ComponentType
      readonly params: PageProps['params']
    }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Whether the page must be complete when it appears, as on the server. */
export const fullPatience: Patience = {
  maxAgeMs: Number.POSITIVE_INFINITY,
  feedPatienceMs: Number.POSITIVE_INFINITY,
}

export interface PageUrl {
  /** As in the browser's address bar, still encoded. */
  readonly path: string
  /** With its question mark, or empty. */
  readonly search: string
}

/**
 * Finds the page at a URL and loads its module and data. Server and browser share this code, so they always agree.
 */
export async function resolvePage(
  routes: RouteTable,
  url: PageUrl,
  { load, loadFeed, loadPages, loadInitial }: PageLoaders,
): Promise<ResolvedPage | Redirect> {
  const search = new URLSearchParams(url.search)
  // Everything around a page needs it too.
  const initial = loadInitial()
  let found: FoundRoute | null = null
  try {
    found = await fetched(findRoute(routes, url.path))
    if (!found) return isShut(await initial, null) ? toLogin(url) : { kind: 'not-found' }
    const { route, params } = found
    if (route.loginRequired && !(await initial).user) return toLogin(url)
    const [module, redirect, known] = await Promise.all([
      fetched(route.loadModule()),
      route.prepare?.({ params, search, initial, load, loadFeed, loadPages }),
      initial,
    ])
    if (isShut(known, route)) return toLogin(url)
    const { default: Page, ForGuests } = module
    return redirect ?? { kind: 'page', file: route.page, Page, params, ...(ForGuests && { ForGuests }) }
  } catch (error) {
    // The refusal may arrive before the data of the shell, which the error page needs too.
    const [known] = await Promise.allSettled([initial])
    if (known.status === 'rejected') return { kind: 'failed', error }
    if (isShut(known.value, found?.route ?? null)) return toLogin(url)
    const refusal = refusalOf(error)
    if (refusal?.code === 'invalid_cursor' && search.has('next')) return withoutCursor(url.path, search)
    // A URL that the API cannot parse is not found.
    if (refusal?.status === 404 || refusal?.status === 400) return { kind: 'not-found' }
    if (refusal?.status === 403) return { kind: 'forbidden' }
    return { kind: 'failed', error }
  }
}

/** Whether a private forum shows a page to members only. Guests do not learn whether it exists. */
const isShut = ({ privateForum, user }: Initial, route: Route | null): boolean =>
  privateForum && !user && !route?.isOpenInPrivateForum

/** To log in, and back. */
const toLogin = ({ path, search }: PageUrl): Redirect => ({
  to: path === '/' ? '/login' : `/login?${new URLSearchParams({ next: path + search })}`,
  permanent: false,
})

/** The beginning of a list, in place of a page of it that does not exist. */
function withoutCursor(path: string, search: URLSearchParams): Redirect {
  const others = new URLSearchParams(search)
  others.delete('next')
  return { to: others.size > 0 ? `${path}?${others}` : path, permanent: false }
}

/** The module of a page could not be fetched: no connection, or a newer version of the site has replaced it. */
export class PageModuleMissing extends Error {}

/** @throws PageModuleMissing */
async function fetched<T>(fetching: Promise<T>): Promise<T> {
  try {
    return await fetching
  } catch (cause) {
    throw new PageModuleMissing('The module of a page could not be loaded.', { cause })
  }
}
