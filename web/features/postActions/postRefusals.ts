import { t } from '../../../contract/texts/t.ts'
import { actionRefusalText } from '../failures/refusalText.ts'
import { slowVotesText } from '../failures/slowVotesText.ts'

const texts = (): Readonly<Record<string, string>> => ({
  'already-deleted': t('Someone else already removed this post.'),
  'not-removed': t('Someone else already restored this post.'),
  duplicate: t('Already announced'),
})

/** Why an action on a post was refused; null when the general message fits. */
export const postRefusalText = (error: unknown): string | null =>
  slowVotesText(error) ?? actionRefusalText(error, texts())
