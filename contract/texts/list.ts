import { perLanguage } from './language.ts'

/** Lists in the current language; English ones are American, with a comma before the last: "moss, ferns, and lichens". */
export const lists = perLanguage((_, language) => new Intl.ListFormat(language))

/** Texts as a list in the current language: "moss, ferns, and lichens". */
export const listText = (texts: readonly string[]): string => lists().format(texts)

const choices = perLanguage((_, language) => new Intl.ListFormat(language, { type: 'disjunction' }))

/** Texts of which one is enough: "moss, ferns, or lichens". */
export const orText = (texts: readonly string[]): string => choices().format(texts)
