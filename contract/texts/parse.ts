import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Message, Piece } from './pieces.ts'

/**
 * Parses a message in the syntax of ICU MessageFormat: `{name}`, `{count, number}`, plurals, ordinals, selects and tags.
 *
 * @throws SyntaxError for anything else. Dates and times are given as texts.
 */
export const parseMessage = (text: string): Message => messageOf(parse(text, { captureLocation: false }), '')

/** @param counted the number of the plural that this is a case of. */
function messageOf(elements: readonly MessageFormatElement[], counted: string): Message {
  const pieces = elements.map((element) => pieceOf(element, counted))
  return pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : pieces
}

function pieceOf(element: MessageFormatElement, counted: string): Piece {
  const casesOf = (cases: Record<string, { value: MessageFormatElement[] }>, of: string) =>
    Object.fromEntries(Object.entries(cases).map(([name, { value }]) => [name, messageOf(value, of)]))
  switch (element.type) {
    case TYPE.literal:
      return element.value
    case TYPE.argument:
      return ['text', element.value]
    case TYPE.number:
      return ['number', element.value]
    case TYPE.pound:
      return ['number', counted]
    case TYPE.plural:
      if (element.offset !== 0) throw new SyntaxError(`A plural with an offset: {${element.value}}`)
      return [element.pluralType ?? 'cardinal', element.value, casesOf(element.options, element.value)]
    case TYPE.select:
      return ['select', element.value, casesOf(element.options, counted)]
    case TYPE.tag:
      return ['tag', element.value, messageOf(element.children, counted)]
    default:
      throw new SyntaxError(`A date or time, which is given as a text: {${element.value}}`)
  }
}
