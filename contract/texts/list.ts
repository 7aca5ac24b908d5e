import { currentLanguage } from './language.ts'

/** Texts as a list in the current language: "moss, ferns, and lichens". */
export const listText = (texts: readonly string[]): string =>
  new Intl.ListFormat(currentLanguage()).format(texts)
