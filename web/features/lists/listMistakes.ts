import { limits } from '../../../contract/limits.ts'
import { refusalOf } from '../../data/failure.ts'

/**
 * What is wrong with the name of a list, or null.
 *
 * @param others names of the other lists of the same member; letters of either case are the same there.
 */
export function listNameMistake(name: string, others: readonly string[]): string | null {
  if (name === '') return 'Name cannot be empty.'
  const taken = others.some((other) => other.toLowerCase() === name.toLowerCase())
  if (taken) return takenText(name)
  if (name.length < limits.listNameMinLength) return 'Name has to be at least 3 characters.'
  return null
}

const takenText = (name: string): string => `List with name ${name} already exists.`

/** Why a list could not be stored, in words that belong to its name; null where only the general notice fits. */
export function listFailureText(error: unknown, name: string): string | null {
  const refusal = refusalOf(error)
  if (refusal?.code === 'duplicate-list') return takenText(name)
  if (refusal?.code === 'invalid-list-name' || refusal?.code === 'too-many-lists') return refusal.message
  return null
}
