import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { refusalOf } from './data/failure.ts'
import { initialQuery } from './data/initial.ts'
import { loaders, type Patience } from './data/load.ts'
import { type Detour, type FoundRoute, findRoute, type PageFile, type PageProps } from './routes.tsx'

/** What an address turned out to be. */
export type View =
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

/** For a page that is complete when it appears, as the server renders it. */
export const fullPatience: Patience = {
  maxAgeMs: Number.POSITIVE_INFINITY,
  feedPatienceMs: Number.POSITIVE_INFINITY,
}

export interface Address {
  /** As in the browser's address bar, still encoded. */
  readonly path: string
  /** With its question mark, or empty. */
  readonly search: string
}

/**
 * Finds the page at an address and loads its module and what it shows. Server and browser both come through here,
 * so they cannot disagree about what is where.
 */
export async function resolveView(
  address: Address,
  queryClient: QueryClient,
  patience: Patience,
): Promise<View | Detour> {
  const search = new URLSearchParams(address.search)
  const { load, loadFeed, loadPages } = loaders(queryClient, patience)
  // Everything around a page needs it too, and it is renewed by itself.
  const initial = queryClient.fetchQuery(initialQuery)
  try {
    const found: FoundRoute | null = await fetched(findRoute(address.path))
    if (!found) {
      await initial
      return { kind: 'not-found' }
    }
    const { route, params, loadModule } = found
    if (route.loginRequired && !(await initial).user)
      return {
        to: `/login?${new URLSearchParams({ next: address.path + address.search })}`,
        permanent: false,
      }
    const [module, detour] = await Promise.all([
      fetched(loadModule()),
      route.prepare?.({ params, search, initial, load, loadFeed, loadPages }),
      initial,
    ])
    const { default: Page, ForGuests } = module
    return detour ?? { kind: 'page', file: route.page, Page, params, ...(ForGuests && { ForGuests }) }
  } catch (error) {
    // A refusal may be quicker than what stands around the page that says so.
    const [{ status }] = await Promise.allSettled([initial])
    if (status === 'rejected') return { kind: 'failed', error }
    const refusal = refusalOf(error)
    if (refusal?.code === 'invalid_cursor' && search.has('next')) return withoutCursor(address.path, search)
    // An address that the API cannot even read leads nowhere.
    if (refusal?.status === 404 || refusal?.status === 400) return { kind: 'not-found' }
    if (refusal?.status === 403) return { kind: 'forbidden' }
    return { kind: 'failed', error }
  }
}

/** The beginning of a list, in place of a page of it that cannot be. */
function withoutCursor(path: string, search: URLSearchParams): Detour {
  const others = new URLSearchParams(search)
  others.delete('next')
  return { to: others.size > 0 ? `${path}?${others}` : path, permanent: false }
}

/** The program of a page did not come: no connection, or a newer version of the site has taken its place. */
export class PageModuleMissing extends Error {}

/** @throws PageModuleMissing */
async function fetched<T>(fetching: Promise<T>): Promise<T> {
  try {
    return await fetching
  } catch (cause) {
    throw new PageModuleMissing('The program of a page could not be loaded.', { cause })
  }
}
