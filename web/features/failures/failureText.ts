import { t } from '../../../contract/texts/t.ts'
import { ConnectionFailure, refusalOf } from '../../data/failure.ts'

/** The text for failures that have no text of their own where they happen. */
export function failureText(error: unknown): string {
  if (refusalOf(error)?.status === 429) return t('Whoah, slow down there!')
  if (error instanceof ConnectionFailure) return t("Make sure you're connected to the internet")
  return t('Something went wrong.')
}
