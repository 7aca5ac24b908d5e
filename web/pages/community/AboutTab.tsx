import type { Community } from '../../../contract/entities/community.ts'
import { Card } from '../../components/Card.tsx'
import { Time } from '../../components/Time.tsx'
import styles from './AboutTab.module.css'
import { CommunityAbout } from './CommunityAbout.tsx'
import { MemberCount } from './MemberCount.tsx'
import { ModeratorsCard } from './ModeratorsCard.tsx'
import { RulesCard } from './RulesCard.tsx'

/** What a community says about itself, its rules, and who looks after it. */
export function AboutTab({ community }: { community: Community }) {
  return (
    <div className={styles.about}>
      <Card as="section" padded className={styles.card} aria-labelledby="about">
        <h2 id="about" className={styles.title}>
          About
        </h2>
        {community.aboutHtml ? (
          <CommunityAbout community={community} />
        ) : (
          <p className={styles.nothing}>There is no description yet.</p>
        )}
        <p className={styles.facts}>
          <MemberCount community={community} /> · created on <Time at={community.createdAt} format="date" />
        </p>
      </Card>
      <RulesCard community={community} withDescriptions />
      <ModeratorsCard community={community} />
    </div>
  )
}
