import { createContext, useContext } from 'react'
import type { Site } from '../../../contract/pages.ts'

export const SiteContext = createContext<Site>({
  name: '',
  description: '',
  origin: '',
  contactEmail: '',
  sourceUrl: '',
  docsUrl: '',
  footerPages: [],
})

/** The `rel` of links that members have posted. */
export const useLinkRel = (): string =>
  useContext(SiteContext).followsLinks ? 'noreferrer' : 'noreferrer nofollow ugc'

/** Where the links *Contact* lead; null where the site has no contact. */
export function useContactHref(): string | null {
  const { hasContactPage, contactEmail } = useContext(SiteContext)
  if (hasContactPage) return '/contact-us'
  return contactEmail ? `mailto:${contactEmail}` : null
}
