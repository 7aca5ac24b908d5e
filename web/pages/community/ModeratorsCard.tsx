import type { Community } from '../../../contract/entities/community.ts'
import { Avatar } from '../../components/Avatar.tsx'
import { Card } from '../../components/Card.tsx'
import styles from './ModeratorsCard.module.css'

/** Who looks after a community, the highest first; nothing when nobody does. */
export function ModeratorsCard({ community }: { community: Community }) {
  if (!community.mods?.length) return null
  return (
    <Card as="section" padded aria-label="Moderators">
      <h2 className={styles.title}>Moderators</h2>
      <ol className={styles.moderators}>
        {community.mods.map(({ id, username, proPic, deleted }) => (
          <li key={id} className={styles.moderator}>
            <Avatar name={username} src={proPic?.url} />
            <span className={styles.name}>{deleted ? 'Ghost' : `@${username}`}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
