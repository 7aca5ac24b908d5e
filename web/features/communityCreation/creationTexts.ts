import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { refusalOf } from '../../data/failure.ts'
import { messageText } from '../failures/refusalText.ts'

/** What is wrong with the name of a new community, or null. */
export function nameMistake(name: string): string | null {
  return name.length < limits.communityNameMinLength ? t('Name has to be at least 3 characters.') : null
}

/** Why a community could not be created, as text; null when the general message fits. */
export function creationFailureText(error: unknown): string | null {
  const refusal = refusalOf(error)
  if (refusal?.status === 409) return t('A community by that name already exists.')
  if (refusal?.code === 'not_enough_points') return t('You need at least 10 points to create a community.')
  if (refusal?.code === 'max_limit_reached')
    return t("You've reached your max limit of the number of communities you can moderate.")
  // The server says which names are reserved for pages of the site, and which trust level is needed.
  if (refusal?.code === 'invalid-community-name' || refusal?.code === 'trust_too_low')
    return messageText(refusal.message)
  return null
}
