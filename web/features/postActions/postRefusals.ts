import { t } from '../../../contract/texts/t.ts'
import { refusalOf } from '../../data/failure.ts'
import { messageText } from '../failures/refusalText.ts'
import { votingRefusals } from '../failures/votingRefusals.ts'

const texts = (): Readonly<Record<string, string>> => ({
  banned_from_community: t('You are banned from this community.'),
  'post-locked': t('This post is locked.'),
  'post/not-found': t('This post is gone.'),
  'already-deleted': t('Someone else already removed this post.'),
  'not-removed': t('Someone else already restored this post.'),
  duplicate: t('Already announced'),
  ...votingRefusals(),
})

/**
 * Messages for refusals of actions on a post; the server's own message when a role does not allow the action; null when
 * the general message fits.
 */
export function postRefusalText(error: unknown): string | null {
  const refusal = refusalOf(error)
  // For the last one there is a dialog.
  if (!refusal || refusal.code === 'agreement-needed') return null
  return (
    texts()[refusal.code] ??
    (refusal.status === 403 || refusal.status === 409 ? messageText(refusal.message) : null)
  )
}
