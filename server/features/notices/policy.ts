import type { NoticeAct, NoticeSubject } from '../../../contract/words.ts'

/** What admins can decide about each subject, besides what is possible about all. */
const actsOn: Record<NoticeSubject, readonly NoticeAct[]> = {
  post: ['lock', 'remove', 'erase', 'ban'],
  comment: ['lock', 'remove', 'erase', 'ban'],
  user: ['ban'],
  community: [],
  message: ['ban'],
}

/**
 * What can be decided about a notice.
 *
 * @param notice.isGone whether what it is about no longer exists.
 */
export const actsFor = ({
  subject,
  isGone,
}: {
  readonly subject: NoticeSubject
  readonly isGone: boolean
}): readonly NoticeAct[] => ['keep', ...(isGone ? [] : actsOn[subject]), 'other']
