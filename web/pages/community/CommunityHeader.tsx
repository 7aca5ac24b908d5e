import type { Community } from '../../../contract/entities/community.ts'
import { Banner } from '../../components/Banner.tsx'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { CommunityAvatar } from '../../components/CommunityAvatar.tsx'
import { TabLinks } from '../../components/TabLinks.tsx'
import { useViewer } from '../../data/initial.ts'
import { officesIn } from '../../data/roles.ts'
import { CommunityBanner } from './CommunityBanner.tsx'
import styles from './CommunityHeader.module.css'
import { JoinButton } from './JoinButton.tsx'
import { MemberCount } from './MemberCount.tsx'
import { MuteButton } from './MuteButton.tsx'
import { usePostingMistake } from './usePostingMistake.ts'

/** The top of a community's page: which it is, the way in, and its two parts. */
export function CommunityHeader({ community, isAbout }: { community: Community; isAbout: boolean }) {
  const { name } = community
  const obstacle = usePostingMistake(community)
  const isOfficial = officesIn(community, useViewer()).length > 0
  return (
    <Card className={styles.header}>
      <CommunityBanner
        image={community.bannerImage}
        className={styles.banner}
        sizes="(max-width: 680px) 100vw, 680px"
      />
      <div className={styles.identity}>
        <CommunityAvatar name={name} size="huge" picture={community.proPic} />
        <div className={styles.names}>
          <h1 className={styles.name}>{name}</h1>
          <p className={styles.facts}>
            <MemberCount community={community} />
          </p>
        </div>
        <div className={styles.actions}>
          {!obstacle && (
            <Button href={`/new?community=${name}`} icon="add">
              Create post
            </Button>
          )}
          <JoinButton community={community} />
          <MuteButton community={community} />
        </div>
      </div>
      {obstacle && (
        <div className={styles.obstacle}>
          <Banner icon="lock">{obstacle}</Banner>
        </div>
      )}
      <TabLinks
        label={name}
        items={[
          { label: 'Posts', href: `/${name}`, current: !isAbout },
          { label: 'About', href: `/${name}?tab=about`, current: isAbout },
          ...(isOfficial ? [{ label: 'Mod tools', href: `/${name}/modtools`, current: false }] : []),
        ]}
      />
    </Card>
  )
}
