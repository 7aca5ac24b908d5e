import { lackingText } from '../../../contract/lackingText.ts'
import { t } from '../../../contract/texts/t.ts'
import { votingRefusals } from '../failures/votingRefusals.ts'

const notModerator = (message: string) =>
  lackingText(message) ?? t("You aren't a moderator of this community.")

/**
 * Messages for refusals of actions on a comment, by code.
 *
 * @param message of the API, which may name a permission that the viewer lacks.
 */
export const commentRefusals = (message = ''): Readonly<Record<string, string>> => ({
  banned_from_community: t('You are banned from this community.'),
  comment_deleted: t('This comment was deleted.'),
  'comment-reply-to-deleted': t("You can't reply to a deleted comment."),
  'comment-max-depth-reached': t('Thread too deep.'),
  comment_locked: t('Replies are locked.'),
  commenters_limited: t('Only some members can comment here right now.'),
  'post-locked': t('This post is locked.'),
  comment_not_found: t('This comment is gone.'),
  'not-removed': t('Someone else already restored this comment.'),
  trust_too_low: t('You need a higher trust level for this. See your settings.'),
  not_mod: notModerator(message),
  'not-mod-not-admin': notModerator(message),
  not_admin_nor_mod: notModerator(message),
})

/** Messages for refusals of votes, by code. */
export const voteRefusals = (message = ''): Readonly<Record<string, string>> => ({
  ...commentRefusals(message),
  ...votingRefusals(),
  comment_deleted: t("Can't vote on a deleted comment!"),
})
