import { formatNumber, perLanguage } from './language.ts'

/** A message as it is kept: text, or the list of its pieces. Small, because it is written into the scripts of pages. */
export type Message = string | readonly Piece[]

export type Piece =
  | string
  /** A text that is given. */
  | readonly ['text', name: string]
  /** A number that is given, as the language writes it. */
  | readonly ['number', name: string]
  /** One of several texts by a given number: `=0`, or a plural category of the language (CLDR). */
  | readonly ['cardinal' | 'ordinal', name: string, cases: Cases]
  /** One of several texts by a given word. */
  | readonly ['select', name: string, cases: Cases]
  /** Something between tags: `<a>…</a>`. */
  | readonly ['tag', name: string, inside: Message]

type Cases = Readonly<Record<string, Message>>

export type Values = Readonly<Record<string, string | number>>

const cardinal = perLanguage((locale) => new Intl.PluralRules(locale))
const ordinal = perLanguage((locale) => new Intl.PluralRules(locale, { type: 'ordinal' }))

/**
 * Fills values into a message, in the current language.
 *
 * @param wrap makes a part of what is between tags.
 * @returns the parts in their order.
 */
export function fillIn<Part>(
  message: Message,
  values: Readonly<Record<string, unknown>>,
  wrap: (tag: string, inside: (Part | string)[]) => Part,
): (Part | string)[] {
  if (typeof message === 'string') return [message]
  return message.flatMap((piece): (Part | string) | (Part | string)[] => {
    if (typeof piece === 'string') return piece
    const [type, name, more] = piece
    const value = values[name]
    switch (type) {
      case 'text':
        return value as Part
      case 'number':
        return formatNumber(Number(value))
      case 'select':
        return fillIn(more[String(value)] ?? more.other ?? '', values, wrap)
      case 'tag':
        return wrap(name, fillIn(more, values, wrap))
      default: {
        const category = (type === 'ordinal' ? ordinal : cardinal)().select(Number(value))
        return fillIn(more[`=${String(value)}`] ?? more[category] ?? more.other ?? '', values, wrap)
      }
    }
  })
}
