import type { ActionBasis, NoticeAct, NoticeSubject } from './words.ts'

/** What notices are about, as in "the post". */
export const subjectWords: Record<NoticeSubject, string> = {
  post: 'the post',
  comment: 'the comment',
  user: 'the profile',
  community: 'the community',
  message: 'the message',
}

/** A decision as a sentence for the sender. */
export function decidedSentence(
  act: NoticeAct,
  subject: NoticeSubject,
  { onComplaint }: { onComplaint: boolean },
): string {
  const it = subjectWords[subject]
  const sentences: Record<NoticeAct, string> = {
    keep: onComplaint ? 'the first decision stays.' : `${it} stays as it is.`,
    lock: `${it} was locked: nobody can ${subject === 'comment' ? 'reply to it' : 'comment or vote there'}.`,
    remove: `${it} was removed.`,
    erase: `${it} was erased for good.`,
    ban: 'the member was banned.',
    other: 'something else was done, which the reasons explain.',
  }
  return sentences[act]
}

/** What led to a decision about someone, for them. No part of the program decides by itself. */
export const basisSentence = (basis: ActionBasis | null): string => {
  const sentences: Record<ActionBasis, string> = {
    notice: 'A person decided this after a notice; no automated means were used.',
    reports: 'A person decided this after reports by members; no automated means were used.',
    own: 'A person decided this, not after a notice or report; no automated means were used.',
  }
  return basis === null ? 'A person decided this; no automated means were used.' : sentences[basis]
}

/** What was removed together with a ban; empty if nothing was. */
export function removedSentence({
  noPosts = 0,
  noComments = 0,
}: {
  readonly noPosts?: number
  readonly noComments?: number
}): string {
  const posts = noPosts > 0 && `${noPosts} ${noPosts === 1 ? 'post' : 'posts'}`
  const comments = noComments > 0 && `${noComments} ${noComments === 1 ? 'comment' : 'comments'}`
  const words = [posts, comments].filter(Boolean).join(' and ')
  return words && `Removed with it: ${words}.`
}

export const redressSentence =
  'If you disagree, you can also turn to a certified out-of-court dispute settlement body in the European Union, or to a court.'

/** The path of the form for unlawful content, about the page at this path. */
export const noticePageFor = (address: string): string => `/notice?${new URLSearchParams({ address })}`
