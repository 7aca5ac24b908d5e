import { t } from '../../../contract/texts/t.ts'
import { refusalOf } from '../../data/failure.ts'
import { actionRefusalText } from '../failures/refusalText.ts'
import { slowVotesText } from '../failures/slowVotesText.ts'

const texts = (): Readonly<Record<string, string>> => ({
  'not-removed': t('Someone else already restored this comment.'),
})

/** Why an action on a comment was refused; null when the general message fits. */
export const commentRefusalText = (error: unknown): string | null => actionRefusalText(error, texts())

/** Why a vote on a comment was refused; null when the general message fits. */
export const commentVoteRefusalText = (error: unknown): string | null =>
  refusalOf(error)?.code === 'comment_deleted'
    ? t("Can't vote on a deleted comment!")
    : (slowVotesText(error) ?? commentRefusalText(error))
