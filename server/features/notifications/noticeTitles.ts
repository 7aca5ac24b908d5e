import { t } from '../../../contract/texts/t.ts'
import type { NoticeCause, NoticeStep, NoticeSubject } from '../../../contract/words.ts'

/** The facts of notifications about notices to the admins. */
export interface NoticeDetails {
  readonly noticeNumber?: number
  readonly noticeSubject?: NoticeSubject
  readonly noticeCause?: NoticeCause
  readonly noticeStep?: NoticeStep
  /** How many notices a notification stands for. */
  readonly noTargets?: number
}

/** The title for admins. */
export function titleForAdmins({
  noticeNumber = 0,
  noticeSubject: subject = 'post',
  noticeCause = 'received',
  noTargets: count = 1,
}: NoticeDetails): string {
  const number = String(noticeNumber)
  switch (noticeCause) {
    case 'received':
      return t(
        'New notice {number} about {subject, select, post {a post} comment {a comment} user {a profile} community {a community} other {a message}}',
        { number, subject },
      )
    case 'complaint':
      return t('Complaint about the decision on notice {number}', { number })
    case 'overdue':
      return count === 1
        ? t('Notice {number} is overdue', { number })
        : t('{count, number} notices are overdue', { count })
  }
}

/** The title for the member who sent it. */
export function titleForSender({
  noticeNumber = 0,
  noticeSubject: subject = 'post',
  noticeStep = 'received',
}: NoticeDetails): string {
  const number = String(noticeNumber)
  switch (noticeStep) {
    case 'received':
      return t(
        'We received your notice {number} about {subject, select, post {a post} comment {a comment} user {a profile} community {a community} other {a message}}',
        { number, subject },
      )
    case 'decided':
      return t(
        'Decision on your notice {number} about {subject, select, post {a post} comment {a comment} user {a profile} community {a community} other {a message}}',
        { number, subject },
      )
    case 'answered':
      return t('Decision on your complaint about notice {number}', { number })
  }
}
