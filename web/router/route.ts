import type { ComponentType } from 'react'
import type { Initial } from '../../contract/entities/initial.ts'
import type { Loaders } from '../data/load.ts'

/** The context in which a page loads its data. */
export interface PageContext<Names extends string = string> extends Loaders {
  readonly params: Readonly<Record<Names, string>>
  readonly search: URLSearchParams
  readonly initial: Promise<Initial>
}

export interface PageProps {
  readonly params: Readonly<Record<string, string>>
}

/** Another URL, in place of the requested one. */
export interface Redirect {
  readonly to: string
  /** Whether the redirect is permanent and the same for everyone. */
  readonly permanent: boolean
}

/** The source file of a page, relative to web/. Its default export is the page. */
export type PageFile = `./pages/${string}Page.tsx`

export interface PageModule {
  default: ComponentType<PageProps>
  /** Data for the left column of guests beside this page; here, so that other pages do not load it. */
  ForGuests?: ComponentType
}

export interface Route {
  readonly page: PageFile
  readonly loadModule: () => Promise<PageModule>
  /** Guests are sent to /login, which brings them back. */
  readonly loginRequired: boolean
  /** Whether guests of a private forum can see the page, in order to log in or join. Other pages redirect them to /login. */
  readonly isOpenInPrivateForum: boolean
  /** Whether robots.txt keeps search engines away. */
  readonly isUnlisted: boolean
  /** The query parameters that the page uses; others are ignored. */
  readonly queryKeys: readonly string[]
  /** Loads the data of the page. */
  readonly prepare: Prepare<string> | null
}

/** A route as the tables write it. */
export interface RouteDefinition<Pattern extends string> {
  page: PageFile
  loginRequired?: true
  openInPrivateForum?: true
  /** Pages for members are unlisted, too. */
  unlisted?: true
  queryKeys?: readonly string[]
  prepare?: Prepare<NamesIn<Pattern>>
}

type Prepare<Names extends string> = (context: PageContext<Names>) => Promise<Redirect | undefined>

type NamesIn<Pattern extends string> = string extends Pattern
  ? string
  : Pattern extends `${string}:${infer Name}/${infer Rest}`
    ? Name | NamesIn<Rest>
    : Pattern extends `${string}:${infer Name}`
      ? Name
      : Pattern extends `${string}*${infer Name}`
        ? Name
        : never

/** Fetches the module of a page. */
export type PageModules = Readonly<Record<string, () => Promise<PageModule>>>

/** @throws Error when `modules` does not have the page. */
export function route<Pattern extends string>(
  { page, loginRequired, openInPrivateForum, unlisted, queryKeys, prepare }: RouteDefinition<Pattern>,
  modules: PageModules,
): Route {
  const loadModule = modules[page]
  if (!loadModule) throw new Error(`${page} does not exist.`)
  return {
    page,
    loadModule,
    loginRequired: loginRequired ?? false,
    isOpenInPrivateForum: openInPrivateForum ?? false,
    isUnlisted: unlisted ?? loginRequired ?? false,
    queryKeys: queryKeys ?? [],
    prepare: prepare ?? null,
  }
}

/** The pages of the site by their paths. The first pattern that fits wins. */
export type RouteTable = readonly RouteEntry[]

export interface RouteEntry {
  /** `:name` stands for one part made of letters, digits and underscores, `*name` for any one part. */
  readonly pattern: string
  /** The route may have to be fetched. */
  readonly getRoute: () => Route | Promise<Route>
}

export interface FoundRoute {
  readonly route: Route
  readonly params: Record<string, string>
}

/** Whether a path has the form of one of a page. */
export const hasRoute = (table: RouteTable, path: string): boolean =>
  table.some(({ pattern }) => matched(pattern).test(path))

export async function findRoute(table: RouteTable, path: string): Promise<FoundRoute | null> {
  for (const { pattern, getRoute } of table) {
    const match = matched(pattern).exec(path)
    if (match) return { route: await getRoute(), params: { ...match.groups } }
  }
  return null
}

/** The patterns of the pages that robots.txt keeps search engines away from. */
export async function unlistedPaths(table: RouteTable): Promise<string[]> {
  const all = await Promise.all(
    table.map(async ({ pattern, getRoute }) => ({ pattern, route: await getRoute() })),
  )
  return all.filter(({ route }) => route.isUnlisted).map(({ pattern }) => pattern)
}

const expressions = new Map<string, RegExp>()

function matched(pattern: string): RegExp {
  const expression = expressions.get(pattern) ?? expressionOf(pattern)
  expressions.set(pattern, expression)
  return expression
}

const expressionOf = (pattern: string) =>
  new RegExp(`^${pattern.replace(/:(\w+)/g, '(?<$1>\\w+)').replace(/\*(\w+)/, '(?<$1>[^/]+)')}$`)

/**
 * The query parameters that the page at a path uses, in canonical form, so that equivalent queries are equal.
 *
 * @returns with its question mark, or empty.
 */
export async function knownSearch(
  table: RouteTable,
  { path, search }: { path: string; search: string },
): Promise<string> {
  if (search === '') return ''
  const given = new URLSearchParams(search)
  const keys = (await findRoute(table, path))?.route.queryKeys ?? []
  // Pages read the first value of a repeated key.
  const known = new URLSearchParams(
    keys.filter((key) => given.has(key)).map((key) => [key, given.get(key) ?? '']),
  )
  return known.size > 0 ? `?${known}` : ''
}
