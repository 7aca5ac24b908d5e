/** Pages about the site and its rules, by the last segment of their path. */
export const staticPages = [
  'about',
  'guidelines',
  'moderator-guidelines',
  'terms',
  'privacy-policy',
  'contact-us',
  'markdown_guide',
] as const
export type StaticPageName = (typeof staticPages)[number]

/** Pages that an admin chooses for the footer. It links to the contact automatically, where there is one. */
export const footerPages = staticPages.filter((name) => name !== 'contact-us')

/** An alias of a path, which shows the same page. */
export const otherSpellings: Readonly<Record<string, StaticPageName>> = { 'markdown-guide': 'markdown_guide' }
