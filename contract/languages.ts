/**
 * The languages of the interface: each has a catalog in texts/, except for English, which the code is in. To add one, see
 * docs/translating.md.
 */
export const languages = {
  en: { name: 'English', direction: 'ltr' },
  de: { name: 'Deutsch', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
} as const

/** As BCP 47 names it. */
export type Language = keyof typeof languages

export const directionOfLanguage = (language: string): 'ltr' | 'rtl' =>
  isLanguage(language) ? languages[language].direction : 'ltr'

export const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text)

/** The cookie in which a browser keeps the language that someone chose. */
export const languageCookie = 'language'
