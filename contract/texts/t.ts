import { catalogs } from 'virtual:catalogs'
import { currentLanguage } from './language.ts'
import { parseMessage } from './parse.ts'
import { fillIn, type Message, type Values } from './pieces.ts'
import type { ValuesOf } from './selects.ts'

/*
 * What people read on pages, in mails and in notifications. The texts are in English where they are used, as messages in the syntax of
 * ICU MessageFormat; texts/ has their translations.
 */

/** In the scripts of pages, the build has already replaced each message by its translation: see web/build/textsPlugin.ts. */
const isInPlace = import.meta.env.PROD && !import.meta.env.SSR

/**
 * A text in the current language.
 *
 * @param message in English: `'{count, plural, one {# reply} other {# replies}}'`. It must be a literal, so that it is found. A `select`
 *   must name the kinds of its value; `other` can stand for one.
 * @param values of its arguments: numbers for plurals, otherwise texts.
 */
export function t<const Text extends string, const Given extends Values>(
  message: Text,
  values?: ValuesOf<Text, Given>,
): string {
  const translated = messageFor(message)
  if (typeof translated === 'string') return translated
  const join = (_tag: string, inside: readonly string[]) => inside.join('')
  return fillIn(translated, values ?? {}, join).join('')
}

export const messageFor = (message: string): Message =>
  isInPlace ? (message as unknown as Message) : translationOf(message)

const inEnglish = new Map<string, Message>()

/** English where there is no translation. */
function translationOf(message: string): Message {
  const translation = catalogs[currentLanguage()]?.[message]
  if (translation !== undefined) return translation
  let parsed = inEnglish.get(message)
  if (parsed === undefined) {
    parsed = parseMessage(message)
    inEnglish.set(message, parsed)
  }
  return parsed
}
