import type { ReactNode } from 'react'
import type { Appeal, AppealableAct } from '../../../contract/entities/appeal.ts'
import { t } from '../../../contract/texts/t.ts'
import { Link } from '../../ui/navigation/Link.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import styles from './AppealCard.module.css'

type Act = Pick<Appeal, 'act' | 'post' | 'community' | 'actedAs' | 'actedAt' | 'rule' | 'reason'> & {
  readonly commentId: string | null
  readonly actor?: Appeal['actor']
}

const words = { removal: 'Removal', lock: 'Lock', ban: 'Ban' }

/** Action, place, role and reason. */
export function ActFacts(act: Act) {
  const { post, community, commentId, actor } = act
  return (
    <>
      <p className={styles.subject} dir="auto">
        {words[act.act]}
        {act.act === 'ban' ? ' from ' : commentId === null ? ' of the post ' : ' of a comment on '}
        {act.act === 'ban' || !post ? (
          community ? (
            <Link href={`/${community.name}`}>{community.name}</Link>
          ) : (
            'the site'
          )
        ) : (
          <Link
            href={`/${community?.name}/post/${post.publicId}${commentId === null ? '' : `/${commentId}`}`}
          >
            {post.title}
          </Link>
        )}
      </p>
      <p className={styles.facts}>
        By {act.actedAs === 'admins' ? 'admins' : `moderators of ${community?.name}`}
        {actor && ` (@${actor.username})`} <Time at={act.actedAt} />
        {act.rule && (
          <>
            {' · Rule: '}
            <bdi>{act.rule}</bdi>
          </>
        )}
        {act.reason && (
          <>
            {' · Reason: '}
            <bdi>{act.reason}</bdi>
          </>
        )}
      </p>
    </>
  )
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
    <li className={styles.card}>
      <ActFacts {...appeal} commentId={comment?.id ?? null} />
      <p className={styles.facts}>
        {namesMember ? <Link href={`/@${member.username}`}>@{member.username}</Link> : t('You')} appealed{' '}
        <Time at={createdAt} />{' '}
        {outcome === null ? (
          <Tag tone="neutral">{t('Open')}</Tag>
        ) : outcome === 'overturned' ? (
          <Tag>
            {appeal.isReversed === false ? t('Accepted, but could not be taken back') : t('Accepted')}
          </Tag>
        ) : (
          <Tag tone="danger">{t('Declined')}</Tag>
        )}
      </p>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      {answer && answeredAt && (
        <div>
          <p className={styles.facts}>
            Answered by {answeredAs === 'admins' ? 'admins' : 'moderators'}
            {answeredBy && ` (@${answeredBy.username})`} <Time at={answeredAt} />
          </p>
          <p className={styles.answer} dir="auto">
            {answer}
          </p>
        </div>
      )}
      {actions && <div className={styles.actions}>{actions}</div>}
    </li>
  )
}
