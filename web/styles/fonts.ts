import latinFontUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'

/** Preloaded by the document, because nearly every page needs it, and base.css would request it only after being parsed. */
export const preloadedFontUrl: string = latinFontUrl
