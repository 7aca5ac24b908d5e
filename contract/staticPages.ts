/** The pages that say what a site is and what holds there, by the last part of their address. */
export const staticPages = [
  'about',
  'guidelines',
  'moderator-guidelines',
  'terms',
  'privacy-policy',
  'markdown_guide',
] as const
export type StaticPageName = (typeof staticPages)[number]

/** Another spelling of an address, which shows the same page. */
export const otherSpellings: Readonly<Record<string, StaticPageName>> = { 'markdown-guide': 'markdown_guide' }
