import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { refusalOf } from '../../data/failure.ts'
import { messageText } from '../failures/refusalText.ts'

/**
 * What is wrong with the name of a list, or null.
 *
 * @param others names of the member's other lists, which must differ in more than case.
 */
export function listNameMistake(name: string, others: readonly string[]): string | null {
  if (name === '') return t('Name cannot be empty.')
  const taken = others.some((other) => other.toLowerCase() === name.toLowerCase())
  if (taken) return takenText(name)
  if (name.length < limits.listNameMinLength) return t('Name has to be at least 3 characters.')
  return null
}

const takenText = (name: string): string => t('List with name {name} already exists.', { name })

/** Why a list could not be saved, as text for its name; null when the general message fits. */
export function listFailureText(error: unknown, name: string): string | null {
  const refusal = refusalOf(error)
  if (refusal?.code === 'duplicate-list') return takenText(name)
  if (refusal?.code === 'invalid-list-name' || refusal?.code === 'too-many-lists')
    return messageText(refusal.message)
  return null
}
