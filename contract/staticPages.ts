/** Pages about the site and its rules, by the last segment of their path. */
export const staticPages = [
  'about',
  'guidelines',
  'moderator-guidelines',
  'terms',
  'privacy-policy',
  'markdown_guide',
] as const
export type StaticPageName = (typeof staticPages)[number]

/** An alias of a path, which shows the same page. */
export const otherSpellings: Readonly<Record<string, StaticPageName>> = { 'markdown-guide': 'markdown_guide' }
