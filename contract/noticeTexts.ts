import { t } from './texts/t.ts'
import type { ActionBasis, NoticeAct, NoticeSubject } from './words.ts'

/** A decision as the rest of a sentence for the sender. */
export function decidedSentence(
  act: NoticeAct,
  subject: NoticeSubject,
  { onComplaint }: { onComplaint: boolean },
): string {
  switch (act) {
    case 'keep':
      return onComplaint
        ? t('The first decision stands.')
        : t(
            '{subject, select, post {No action was taken on the post.} comment {No action was taken on the comment.} user {No action was taken on the profile.} community {No action was taken on the community.} other {No action was taken on the message.}}',
            { subject },
          )
    case 'lock':
      return subject === 'comment'
        ? t('The comment was locked. No one can reply to it.')
        : t('The post was locked. No one can comment or vote on it.')
    case 'remove':
      return t(
        '{subject, select, post {The post was removed.} comment {The comment was removed.} user {The profile was removed.} community {The community was removed.} other {The message was removed.}}',
        { subject },
      )
    case 'erase':
      return t(
        '{subject, select, post {The post was permanently erased.} comment {The comment was permanently erased.} user {The profile was permanently erased.} community {The community was permanently erased.} other {The message was permanently erased.}}',
        { subject },
      )
    case 'ban':
      return t('The member was banned.')
    case 'other':
      return t('Another action was taken. See the reasons.')
  }
}

/** What led to a decision about someone, for them. */
export function basisSentence(basis: ActionBasis | null): string {
  switch (basis) {
    case 'notice':
      return t('A person decided this after a notice. No automated tools were used.')
    case 'reports':
      return t('A person decided this after reports from members. No automated tools were used.')
    case 'own':
      return t('A person decided this without a notice or report. No automated tools were used.')
    case 'automation':
      return t('A rule did this automatically. No person was involved.')
    case null:
      return t('A person decided this. No automated tools were used.')
  }
}

/** What was removed together with a ban; empty if nothing was. */
export function removedSentence({
  noPosts: posts = 0,
  noComments: comments = 0,
}: {
  readonly noPosts?: number
  readonly noComments?: number
}): string {
  if (posts === 0 && comments === 0) return ''
  if (comments === 0) return t('Also removed: {posts, plural, one {# post} other {# posts}}.', { posts })
  if (posts === 0)
    return t('Also removed: {comments, plural, one {# comment} other {# comments}}.', { comments })
  return t(
    'Also removed: {posts, plural, one {# post} other {# posts}} and {comments, plural, one {# comment} other {# comments}}.',
    { posts, comments },
  )
}

export const redressSentence = (): string =>
  t(
    'If you disagree, you can also go to court or to a certified out-of-court dispute settlement body in the European Union.',
  )
