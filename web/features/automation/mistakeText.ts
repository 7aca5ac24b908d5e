import { t } from '../../../contract/texts/t.ts'
import { refusalOf } from '../../data/failure.ts'
import { refusalText } from '../failures/refusalText.ts'

/** What people read of a rule that is not complete, by the message of the API. */
export const mistakes = new Map<string, () => string>([
  ['Enter the answer.', () => t('Enter a comment.')],
  ['Enter a name.', () => t('Enter a name.')],
  ['Enter a word.', () => t('Enter a word.')],
  ['Enter a domain.', () => t('Enter a domain.')],
  ['Enter a username.', () => t('Enter a username.')],
  ['Enter a pattern.', () => t('Enter a pattern.')],
  ['Enter a number.', () => t('Enter a number.')],
  ['Enter times such as 22:00.', () => t('Enter times such as 22:00.')],
  ['Choose a kind.', () => t('Choose a type.')],
  ['Choose what the rule does.', () => t('Choose what happens.')],
  ['Choose a language.', () => t('Choose a language.')],
  ['Choose who can comment.', () => t('Choose who can comment.')],
  ['A group needs a condition.', () => t('Add a condition to the group.')],
  ['The rule ends before it begins.', () => t('The rule ends before it starts.')],
  ['The daily hours begin when they end.', () => t('Choose a different end time.')],
  ['The rule is too long. Divide it into several.', () => t('This rule is too long. Split it into several.')],
])

/** Why a rule cannot be saved or tried. */
export function mistakeText(error: unknown): string {
  const message = refusalOf(error)?.message
  return (message !== undefined && mistakes.get(message)?.()) || refusalText(error)
}
