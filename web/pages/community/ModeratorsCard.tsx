import type { Community } from '../../../contract/entities/community.ts'
import { t } from '../../../contract/texts/t.ts'
import { pathOfUser } from '../../data/users/userPath.ts'
import { UserAvatar } from '../../features/authors/UserAvatar.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { copyNamed } from '../../ui/media/imageCopies.ts'
import { Link } from '../../ui/navigation/Link.tsx'
import styles from './ModeratorsCard.module.css'

/** The moderators of a community, in order of rank; nothing when there are none. */
export function ModeratorsCard({ community }: { community: Community }) {
  if (!community.mods?.length) return null
  return (
    <Card as="section" padded aria-label={t('Moderators')}>
      <h2 className={styles.title}>{t('Moderators')}</h2>
      <ol className={styles.moderators}>
        {community.mods.map(({ id, username, proPic, deleted }) => (
          <li key={id} className={styles.moderator}>
            <UserAvatar username={username} picture={proPic && copyNamed(proPic, 'tiny')} />
            {deleted ? (
              <span className={styles.name}>{t('Ghost')}</span>
            ) : (
              <Link href={pathOfUser(username)} className={styles.name} dir="auto">
                @{username}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <Link href={`/modmail?community=${community.name}`} className={styles.log}>
        {t('Message the moderators')}
      </Link>
      <Link href={`/${community.name}/modlog`} className={styles.log}>
        {t('Moderation log')}
      </Link>
    </Card>
  )
}
