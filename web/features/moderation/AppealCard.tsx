import type { ReactNode } from 'react'
import type { Appeal, AppealableAct } from '../../../contract/entities/appeal.ts'
import { t } from '../../../contract/texts/t.ts'
import { Link } from '../../ui/navigation/Link.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { PlainLines } from '../../ui/text/PlainLines.tsx'
import { rich } from '../../ui/text/rich.ts'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import styles from './AppealCard.module.css'

type Act = Pick<Appeal, 'act' | 'post' | 'community' | 'actedAs' | 'actedAt' | 'rule' | 'reason'> & {
  readonly commentId: string | null
  readonly actor?: Appeal['actor']
}

/** Action, place, role and reason. */
export function ActFacts(act: Act) {
  const { community, actor, actedAs, actedAt, rule, reason } = act
  return (
    <>
      <p className={styles.subject} dir="auto">
        {isolated(subjectOf(act))}
      </p>
      <p className="quiet">
        {actedAs === 'admins'
          ? t('By the admins')
          : t('By the moderators of {community}', { community: community?.name ?? '' })}
        {actor && ` (@${actor.username})`} <Time at={actedAt} />
        {rule && <> · {rich('Rule: {rule}', { rule: <bdi>{isolated(rule)}</bdi> })}</>}
        {reason && <> · {rich('Reason: {reason}', { reason: <bdi>{isolated(reason)}</bdi> })}</>}
      </p>
    </>
  )
}

function subjectOf({ act, post, community, commentId }: Act): ReactNode {
  if (act === 'ban' || !post) {
    const place = community && <Link href={`/${community.name}`}>{community.name}</Link>
    if (act === 'ban')
      return place ? rich('Ban from {community}', { community: place }) : t('Ban from this site')
    return rich(
      '{act, select, lock {Locked content in {community}} other {Removed content in {community}}}',
      {
        act,
        community: place,
      },
    )
  }
  const path = `/${community?.name}/post/${post.publicId}`
  return commentId === null
    ? rich('{act, select, lock {Locked post: {post}} other {Removed post: {post}}}', {
        act,
        post: <Link href={path}>{post.title}</Link>,
      })
    : rich('{act, select, lock {Locked comment on {post}} other {Removed comment on {post}}}', {
        act,
        post: <Link href={`${path}/${commentId}`}>{post.title}</Link>,
      })
}

/** An action that a member can appeal against. */
export const factsOfAct = (act: AppealableAct): Act => ({
  ...act,
  commentId: act.type === 'comment' ? act.targetId : null,
})

interface AppealCardProps {
  appeal: Appeal
  /** The member, if it is not the viewer. */
  namesMember?: boolean
  actions?: ReactNode
}

/** An appeal with the action it is against, and the answer. */
export function AppealCard({ appeal, namesMember = false, actions }: AppealCardProps) {
  const { member, text, createdAt, outcome, answer, answeredAs, answeredBy, answeredAt, comment } = appeal
  return (
    <li className="entry">
      <ActFacts {...appeal} commentId={comment?.id ?? null} />
      <p className="quiet">
        {namesMember
          ? rich('{member} appealed {time}', {
              member: <Link href={`/@${member.username}`}>@{member.username}</Link>,
              time: <Time at={createdAt} />,
            })
          : rich('You appealed {time}', { time: <Time at={createdAt} /> })}{' '}
        {outcome === null ? (
          <Tag tone="neutral">{t('Awaiting answer')}</Tag>
        ) : outcome === 'overturned' ? (
          <Tag>{appeal.isReversed === false ? t("Accepted, but couldn't be undone") : t('Accepted')}</Tag>
        ) : (
          <Tag tone="danger">{t('Declined')}</Tag>
        )}
      </p>
      <PlainLines text={text} />
      {answer && answeredAt && (
        <div>
          <p className="quiet">
            {answeredAs === 'admins' ? t('Answered by the admins') : t('Answered by the moderators')}
            {answeredBy && ` (@${answeredBy.username})`} <Time at={answeredAt} />
          </p>
          <PlainLines text={answer} quoted />
        </div>
      )}
      {actions && <div className="buttons">{actions}</div>}
    </li>
  )
}
