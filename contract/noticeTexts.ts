import type { NoticeAct, NoticeSubject } from './words.ts'

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
    lock: `${it} was locked: nobody can reply or vote there.`,
    remove: `${it} was removed.`,
    erase: `${it} was erased for good.`,
    ban: 'the member was banned.',
    other: 'something else was done, which the reasons explain.',
  }
  return sentences[act]
}

export const redressSentence =
  'If you disagree, you can also turn to a certified out-of-court dispute settlement body in the European Union, or to a court.'

/** The path of the form for unlawful content, about the page at this path. */
export const noticePageFor = (address: string): string => `/notice?${new URLSearchParams({ address })}`
