import { subjectWords } from '../../../contract/noticeTexts.ts'
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

const withArticle = (subject: NoticeSubject) => subjectWords[subject].replace('the ', 'a ')

/** The title for admins. */
export function titleForAdmins({
  noticeNumber,
  noticeSubject = 'post',
  noticeCause = 'received',
  noTargets = 1,
}: NoticeDetails): string {
  const titles: Record<NoticeCause, string> = {
    received: `New notice ${noticeNumber} about ${withArticle(noticeSubject)}`,
    complaint: `Complaint about the decision on notice ${noticeNumber}`,
    overdue: noTargets === 1 ? `Notice ${noticeNumber} is overdue` : `${noTargets} notices are overdue`,
  }
  return titles[noticeCause]
}

/** The title for the member who sent it. */
export function titleForSender({
  noticeNumber,
  noticeSubject = 'post',
  noticeStep = 'received',
}: NoticeDetails): string {
  const titles: Record<NoticeStep, string> = {
    received: `We received your notice about ${withArticle(noticeSubject)}. Its number is ${noticeNumber}.`,
    decided: `Your notice ${noticeNumber} about ${withArticle(noticeSubject)} was decided`,
    answered: `Your complaint on notice ${noticeNumber} was decided`,
  }
  return titles[noticeStep]
}
