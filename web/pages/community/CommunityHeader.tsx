import type { Community } from '../../../contract/entities/community.ts'
import { Avatar } from '../../components/Avatar.tsx'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { TabLinks } from '../../components/TabLinks.tsx'
import { CommunityBanner } from './CommunityBanner.tsx'
import styles from './CommunityHeader.module.css'
import { JoinButton } from './JoinButton.tsx'
import { MemberCount } from './MemberCount.tsx'
import { MuteButton } from './MuteButton.tsx'

/** The top of a community's page: which it is, the way in, and its two parts. */
export function CommunityHeader({ community, isAbout }: { community: Community; isAbout: boolean }) {
  const { name } = community
  return (
    <Card className={styles.header}>
      <CommunityBanner image={community.bannerImage} className={styles.banner} />
      <div className={styles.identity}>
        <Avatar name={name} square size="huge" src={community.proPic?.url} />
        <div className={styles.names}>
          <h1 className={styles.name}>{name}</h1>
          <p className={styles.facts}>
            <MemberCount community={community} />
          </p>
        </div>
        <div className={styles.actions}>
          <Button href={`/new?community=${name}`} icon="add">
            Create post
          </Button>
          <JoinButton community={community} />
          <MuteButton community={community} />
        </div>
      </div>
      <TabLinks
        label={name}
        items={[
          { label: 'Posts', href: `/${name}`, current: !isAbout },
          { label: 'About', href: `/${name}?tab=about`, current: isAbout },
        ]}
      />
    </Card>
  )
}
