import type { ApiGuide } from './apiDocument.ts'
import type { ApiClient } from './endpoints/index.ts'

/** What the pages say about the site as a whole. */
export interface Site {
  readonly name: string
  readonly description: string
  /** Scheme and host of the public address, without a slash at the end. */
  readonly origin: string
  /** Empty when there is none. */
  readonly contactEmail: string
  /** Empty when there is none. */
  readonly sourceUrl: string
  /** Empty when there is none. */
  readonly docsUrl: string
}

/** Addresses of the files that a page needs in the browser. */
export interface PageAssets {
  /** The module that brings the page to life. */
  readonly entry: string
  /** Modules that the entry is going to ask for, so that the browser can fetch them at once. */
  readonly preloads: readonly string[]
  readonly styles: readonly string[]
  /** HTML that the development server wants at the beginning of the head. */
  readonly headStart?: string
}

/** One page to be rendered, as one person sees it. */
export interface PageRequest {
  /** As in the address, still encoded. */
  readonly path: string
  /** With its question mark, or empty. */
  readonly search: string
  readonly site: Site
  readonly api: ApiClient
  /** What the page of this source file needs ('web/pages/home/HomePage.tsx'); null for what every page needs. */
  readonly assetsFor: (sourceFile: string | null) => PageAssets
}

export type PageAnswer =
  | { readonly status: number; readonly html: string }
  | { readonly status: 301 | 302; readonly location: string }

/** Turns addresses into HTML; the server is handed one and knows nothing else about the pages. */
export interface Renderer {
  /**
   * The part of a query that the page at a path reads, in one spelling; with its question mark, or empty. Requests that
   * agree in it are for the same page.
   */
  knownSearch(url: Pick<PageRequest, 'path' | 'search'>): Promise<string>
  /** @throws what the API throws, unless the page has an answer to it (404, login required). */
  render(request: PageRequest): Promise<PageAnswer>
  /**
   * What a person sees when a page could not be rendered; `unavailable`: it will be better in a moment; `tooMany`: they asked
   * for too much in too short a time; `offline`: as their browser stores it for when it does not reach us.
   */
  renderFailure(
    request: Omit<PageRequest, 'api'>,
    reason: 'crashed' | 'unavailable' | 'tooMany' | 'offline',
  ): string
  /** The page that describes the API. It stays as it is: nothing in it asks for anything. */
  renderApiDocs(request: Pick<PageRequest, 'site' | 'assetsFor'>, guide: ApiGuide): Promise<string>
  /** The scripts that stand inside the pages, for the content security policy. */
  readonly inlineScripts: readonly string[]
}
