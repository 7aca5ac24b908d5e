import { t } from '../../../contract/texts/t.ts'
import { ApiFailure } from '../../data/failure.ts'
import { durationText, roundedUp } from '../../ui/text/durationText.ts'

/** When someone with slowed voting may vote again; null for other failures. */
export function slowVotesText(error: unknown): string | null {
  if (!(error instanceof ApiFailure) || error.code !== 'voting-slowed' || error.retryAfterSeconds === null)
    return null
  return t('You can only cast a few votes an hour. You can vote again in {duration}.', {
    duration: durationText(roundedUp(error.retryAfterSeconds)),
  })
}
