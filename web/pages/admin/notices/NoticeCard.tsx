import type { ReactNode } from 'react'
import type { Notice } from '../../../../contract/entities/notice.ts'
import { decidedSentence } from '../../../../contract/noticeTexts.ts'
import { t } from '../../../../contract/texts/t.ts'
import { Link } from '../../../ui/navigation/Link.tsx'
import { useTextNow } from '../../../ui/text/clock.ts'
import { PlainLines } from '../../../ui/text/PlainLines.tsx'
import { rich } from '../../../ui/text/rich.ts'
import { Tag } from '../../../ui/text/Tag.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { deadlineText } from './deadlineText.ts'
import styles from './Notices.module.css'

function subjectText(subject: Notice['subject']): string {
  switch (subject) {
    case 'post':
      return t('Post')
    case 'comment':
      return t('Comment')
    case 'user':
      return t('Member')
    case 'community':
      return t('Community')
    case 'message':
      return t('Message')
  }
}

/** A notice with what it is about, its sender, and what was decided. */
export function NoticeCard({ notice, children }: { notice: Notice; children: ReactNode }) {
  const { number, kind, subject, title, address, member, community, ground, country, complaint } = notice
  return (
    <li className="entry">
      <p className={styles.subject} dir="auto">
        {subjectText(subject)} <Link href={address}>{title || address}</Link>
      </p>
      <p className="quiet">
        {t('Notice {number}', { number })} ·{' '}
        {kind === 'unlawful' ? t('Illegal content') : t('Against the rules')}
        {ground && ` · ${ground}`}
        {country && ` · ${country}`} · <Time at={notice.receivedAt} /> <Deadline notice={notice} />{' '}
        {notice.isChildAbuse && <Tag tone="danger">{t('Child abuse')}</Tag>}
      </p>
      <p className="quiet">
        {rich('From {sender}', { sender: <Sender reporter={notice.reporter} /> })}
        {member && subject !== 'user' && (
          <>
            {' · '}
            {rich('by {author}', {
              author: <Link href={`/@${member.username}`}>@{member.username}</Link>,
            })}
          </>
        )}
        {community && subject !== 'community' && (
          <>
            {' · '}
            {rich('in {community}', {
              community: <Link href={`/${community.name}`}>{community.name}</Link>,
            })}
          </>
        )}
        {title === null && ` · ${t('no longer exists')}`}
      </p>
      <PlainLines text={notice.text} />
      <Decided decision={notice.decision} notice={notice} />
      {complaint && notice.complainedAt && (
        <>
          <p className="quiet">{rich('Complaint, {time}', { time: <Time at={notice.complainedAt} /> })}</p>
          <PlainLines text={complaint} />
        </>
      )}
      <Decided decision={notice.complaintDecision} notice={notice} onComplaint />
      <div>{children}</div>
    </li>
  )
}

function Deadline({ notice: { isOpen, dueAt } }: { notice: Notice }) {
  const text = useTextNow((now) => deadlineText(new Date(dueAt), now))
  const isOverdue = useTextNow((now) => (new Date(dueAt) < now ? 'yes' : '')) !== ''
  if (!isOpen) return null
  return <Tag tone={isOverdue ? 'danger' : 'neutral'}>{text}</Tag>
}

function Sender({ reporter }: Pick<Notice, 'reporter'>) {
  if (!reporter) return t('an anonymous sender')
  if (reporter.username) return <Link href={`/@${reporter.username}`}>@{reporter.username}</Link>
  const name = reporter.name ?? t('someone')
  return reporter.email ? t('{name} ({email})', { name, email: reporter.email }) : name
}

interface DecidedProps {
  decision: Notice['decision']
  notice: Notice
  onComplaint?: boolean
}

function Decided({ decision, notice: { subject }, onComplaint = false }: DecidedProps) {
  if (!decision) return null
  const sentence = decidedSentence(decision.act, subject, { onComplaint })
  return (
    <>
      <p className="quiet">
        {decision.by && (
          <>
            <bdi>@{decision.by}</bdi> ·{' '}
          </>
        )}
        <Time at={decision.decidedAt} />: {sentence}
      </p>
      <PlainLines text={decision.reasons} quoted />
    </>
  )
}
