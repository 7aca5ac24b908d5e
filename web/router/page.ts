import { createContext, useContext } from 'react'
import type { PageUrl, ResolvedPage } from './resolvePage.ts'

/** The page on the screen. Its URL is the browser's, except for the moment in which the next page is loaded. */
export interface ShownPage extends PageUrl {
  readonly content: ResolvedPage
  /** The key of the history entry, under which the state of a visit is remembered. */
  readonly key: string
  /**
   * How it came to be shown: `back` restores what was there, `resume` what was there when this URL was last left,
   * `forward` starts at the top.
   */
  readonly arrival: 'first' | 'forward' | 'back' | 'resume'
}

export const ShownPageContext = createContext<ShownPage | null>(null)

export function useShownPage(): ShownPage {
  const page = useContext(ShownPageContext)
  if (!page) throw new Error('No page is shown outside of <App>.')
  return page
}

/** The key of a page's scroll position, for links that resume it. */
export const scrollKeyOf = ({ path, search }: PageUrl): string => path + search
