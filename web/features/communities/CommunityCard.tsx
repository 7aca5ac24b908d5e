import type { Community } from '../../../contract/entities/community.ts'
import { t } from '../../../contract/texts/t.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { rich } from '../../ui/text/rich.ts'
import { Time } from '../../ui/text/Time.tsx'
import { CommunityAbout } from './CommunityAbout.tsx'
import { CommunityAvatar } from './CommunityAvatar.tsx'
import { CommunityBanner } from './CommunityBanner.tsx'
import styles from './CommunityCard.module.css'
import { JoinButton } from './JoinButton.tsx'
import { MemberCount } from './MemberCount.tsx'

/** Description, member count and join button of a community, for the right column. */
export function CommunityCard({ community }: { community: Community }) {
  const { name } = community
  return (
    <Card as="section" className={styles.card} aria-label={t('About {name}', { name })}>
      <CommunityBanner image={community.bannerImage} className={styles.banner} sizes="312px" />
      <div className={styles.inside}>
        <div className={styles.head}>
          <Link href={`/${name}`} aria-hidden="true" tabIndex={-1}>
            <CommunityAvatar name={name} size="large" picture={community.proPic} />
          </Link>
          <div className={styles.names}>
            <Link href={`/${name}`} className={styles.name}>
              {name}
            </Link>
            <p className="quiet">
              <MemberCount community={community} /> ·{' '}
              {rich('since {month}', { month: <Time at={community.createdAt} format="month" /> })}
            </p>
          </div>
        </div>
        <CommunityAbout community={community} />
        <JoinButton community={community} wide />
      </div>
    </Card>
  )
}
