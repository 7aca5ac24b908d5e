/**
 * A name as it was typed, without the space around it and the one @ in front that names are shown with everywhere. Some keyboards write
 * its letters and the @ fullwidth; no name has such letters.
 */
export const bareName = (typed: string): string => typed.normalize('NFKC').trim().replace(/^@/, '')
