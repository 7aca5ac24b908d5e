import type { Community } from '../../../contract/entities/community.ts'
import { t } from '../../../contract/texts/t.ts'
import { CommunityAbout } from '../../features/communities/CommunityAbout.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { rich } from '../../ui/text/rich.ts'
import { Time } from '../../ui/text/Time.tsx'
import styles from './AboutCard.module.css'

/** The description of a community and the date of its creation. */
export function AboutCard({ community }: { community: Community }) {
  return (
    <Card
      as="section"
      padded
      className={styles.card}
      aria-label={t('About {name}', { name: community.name })}
    >
      <h2 className={styles.title}>{t('About')}</h2>
      <CommunityAbout community={community} />
      <p className="quiet">
        {rich('Since {month}', { month: <Time at={community.createdAt} format="month" /> })}
      </p>
    </Card>
  )
}
