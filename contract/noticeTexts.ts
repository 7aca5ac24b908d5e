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
        ? t('the first decision stays.')
        : t(
            '{subject, select, post {the post stays as it is.} comment {the comment stays as it is.} user {the profile stays as it is.} community {the community stays as it is.} other {the message stays as it is.}}',
            { subject },
          )
    case 'lock':
      return subject === 'comment'
        ? t('the comment was locked: nobody can reply to it.')
        : t('the post was locked: nobody can comment or vote there.')
    case 'remove':
      return t(
        '{subject, select, post {the post was removed.} comment {the comment was removed.} user {the profile was removed.} community {the community was removed.} other {the message was removed.}}',
        { subject },
      )
    case 'erase':
      return t(
        '{subject, select, post {the post was erased for good.} comment {the comment was erased for good.} user {the profile was erased for good.} community {the community was erased for good.} other {the message was erased for good.}}',
        { subject },
      )
    case 'ban':
      return t('the member was banned.')
    case 'other':
      return t('something else was done, which the reasons explain.')
  }
}

/** What led to a decision about someone, for them. No part of the program decides by itself. */
export function basisSentence(basis: ActionBasis | null): string {
  switch (basis) {
    case 'notice':
      return t('A person decided this after a notice; no automated means were used.')
    case 'reports':
      return t('A person decided this after reports by members; no automated means were used.')
    case 'own':
      return t('A person decided this, not after a notice or report; no automated means were used.')
    case null:
      return t('A person decided this; no automated means were used.')
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
  if (comments === 0) return t('Removed with it: {posts, plural, one {# post} other {# posts}}.', { posts })
  if (posts === 0)
    return t('Removed with it: {comments, plural, one {# comment} other {# comments}}.', { comments })
  return t(
    'Removed with it: {posts, plural, one {# post} other {# posts}} and {comments, plural, one {# comment} other {# comments}}.',
    { posts, comments },
  )
}

export const redressSentence = (): string =>
  t(
    'If you disagree, you can also turn to a certified out-of-court dispute settlement body in the European Union, or to a court.',
  )
