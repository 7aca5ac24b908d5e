import type { Community } from '../../../contract/entities/community.ts'
import { t } from '../../../contract/texts/t.ts'
import { CommunityAbout } from '../../features/communities/CommunityAbout.tsx'
import { MemberCount } from '../../features/communities/MemberCount.tsx'
import { RulesCard } from '../../features/communities/RulesCard.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { rich } from '../../ui/text/rich.ts'
import { Time } from '../../ui/text/Time.tsx'
import styles from './AboutTab.module.css'
import { ModeratorsCard } from './ModeratorsCard.tsx'

/** Description, rules and moderators of a community. */
export function AboutTab({ community }: { community: Community }) {
  return (
    <div className={styles.about}>
      <Card as="section" padded className="stack" aria-labelledby="about">
        <h2 id="about" className={styles.title}>
          {t('About')}
        </h2>
        {community.aboutHtml ? (
          <CommunityAbout community={community} />
        ) : (
          <p className={styles.nothing}>{t('No description yet.')}</p>
        )}
        <p className="quiet">
          <MemberCount community={community} /> ·{' '}
          {rich('created on {day}', { day: <Time at={community.createdAt} format="date" /> })}
        </p>
      </Card>
      <RulesCard community={community} open />
      <ModeratorsCard community={community} />
    </div>
  )
}
