import { type StaticPageName, staticPages } from '../../../../contract/staticPages.ts'

/** The page that the query of the URL names, or else the first one. */
export const shownPageName = (search: URLSearchParams): StaticPageName =>
  staticPages.find((name) => name === search.get('page')) ?? staticPages[0]
