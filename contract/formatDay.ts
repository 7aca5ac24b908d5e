import { perLanguage } from './texts/language.ts'

// In UTC, so that server and browser write the same text.
const day = perLanguage((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }))

/** "5 March 2027", in UTC: the day on which a ban ends. */
export const formatDay = (at: string | Date): string => day().format(new Date(at))
