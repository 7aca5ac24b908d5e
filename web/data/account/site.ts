import { createContext } from 'react'
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
