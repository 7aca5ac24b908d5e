import type { User } from '../../../contract/entities/ownUser.ts'
import { t } from '../../../contract/texts/t.ts'
import { useViewer } from '../../data/account/initial.ts'
import { pathOfUser } from '../../data/users/userPath.ts'
import { OwnPicture, Picture } from '../../features/pictures/Picture.tsx'
import { useNavigator } from '../../router/navigator.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { Count } from '../../ui/text/Count.tsx'
import { useTextNow } from '../../ui/text/clock.ts'
import { rich } from '../../ui/text/rich.ts'
import { ShowMore } from '../../ui/text/ShowMore.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { Badges } from './Badges.tsx'
import { ProfileActions } from './ProfileActions.tsx'
import styles from './ProfileCard.module.css'
import { lastSeenText } from './profile.ts'

const BotOwnerAnswer = onDemand(() => import('./BotOwnerAnswer.tsx'))

/** Name, picture and facts of a member, with the viewer's actions. */
export function ProfileCard({ user }: { user: User }) {
  const viewer = useViewer()
  const isOwn = viewer?.username === user.username
  const { navigate } = useNavigator()
  return (
    <Card
      as="section"
      className={styles.card}
      aria-label={t('About @{username}', { username: user.username })}
    >
      <div className={styles.identity}>
        {isOwn ? <OwnPicture user={user} /> : <Picture user={user} />}
        <div className={styles.names}>
          <h1 className={styles.name}>@{user.username}</h1>
          <p className={styles.facts}>
            <Facts user={user} />
          </p>
          <p className={styles.tags}>
            {user.isAdmin && <Tag>{t('Admin')}</Tag>}
            {user.isBanned && <Tag tone="danger">{t('Suspended')}</Tag>}
            {user.deleted && <Tag tone="danger">{t('Deleted')}</Tag>}
            <Badges badges={user.badges} />
          </p>
          {user.botOwner && (
            <p className={styles.facts}>
              <span>
                {rich('Run by {owner}', {
                  owner: <Link href={pathOfUser(user.botOwner)}>@{user.botOwner}</Link>,
                })}
              </span>
            </p>
          )}
        </div>
        {!isOwn && <ProfileActions user={user} />}
      </div>
      {viewer && viewer.username === (user.botOwner ?? user.botOwnerAsked) && (
        <BotOwnerAnswer username={user.username} isConfirmed={user.botOwner !== undefined} />
      )}
      {user.aboutHtml && (
        <ShowMore collapse="profileAbout">
          <Markdown html={user.aboutHtml} onNavigate={navigate} />
        </ShowMore>
      )}
    </Card>
  )
}

function Facts({ user }: { user: User }) {
  const lastSeen = useTextNow((now) => lastSeenText(user.lastSeenMonth, now))
  return (
    <>
      <span>
        {rich('{points, plural, one {{number} point} other {{number} points}}', {
          points: user.points,
          number: <Count value={user.points} />,
        })}
      </span>
      <span>{rich('Joined on {date}', { date: <Time at={user.createdAt} format="date" /> })}</span>
      {user.lastSeenMonth !== '' && <span>{lastSeen}</span>}
      {user.deletedAt && (
        <span>{rich('Deleted on {date}', { date: <Time at={user.deletedAt} format="date" /> })}</span>
      )}
    </>
  )
}
