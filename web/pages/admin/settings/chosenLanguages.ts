import { isLanguage, type Language, languages } from '../../../../contract/languages.ts'
import { keysOf } from '../../../../contract/objects.ts'

const fallback: readonly Language[] = ['en']

/**
 * The languages in the draft of the setting, the default first. Like the server, it skips those that the program does not have, such as
 * of a newer version, and takes English where none is left.
 */
export function chosenLanguages(draft: string): readonly Language[] {
  const known = [...new Set(draft.split(/[\n,]/).map((line) => line.trim()))].filter(isLanguage)
  return known.length > 0 ? known : fallback
}

/** The draft after a language was chosen or not: the default first, then the others in the order in which they are listed. */
export function withLanguage(draft: string, language: Language, isChosen: boolean): string {
  const chosen = chosenLanguages(draft)
  const left = isChosen ? [...chosen, language] : chosen.filter((other) => other !== language)
  return draftOf(left, left[0])
}

/** The draft with another default, which is one of the chosen languages. */
export const withDefault = (draft: string, language: Language): string =>
  draftOf(chosenLanguages(draft), language)

const draftOf = (chosen: readonly Language[], first: Language | undefined): string =>
  [first, ...keysOf(languages).filter((language) => language !== first && chosen.includes(language))].join(
    '\n',
  )
