import latinFontUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'

/** What the document preloads: nearly every page needs it, and base.css would ask for it only after being parsed. */
export const preloadedFontUrl: string = latinFontUrl
