import type { Community } from '../../../contract/entities/community.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial, useViewer } from '../../data/account/initial.ts'
import { usePostingRefusal } from '../../data/posts/posting.ts'
import { refusalByBan } from '../../data/users/bans.ts'
import { rolesIn } from '../../data/users/roles.ts'
import { CommunityAvatar } from '../../features/communities/CommunityAvatar.tsx'
import { CommunityBanner } from '../../features/communities/CommunityBanner.tsx'
import { JoinButton } from '../../features/communities/JoinButton.tsx'
import { MemberCount } from '../../features/communities/MemberCount.tsx'
import { useMute } from '../../features/muting/useMute.ts'
import { ReportButton } from '../../features/report/ReportButton.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { NeedsScript } from '../../ui/layout/NeedsScript.tsx'
import { TabLinks } from '../../ui/navigation/TabLinks.tsx'
import styles from './CommunityHeader.module.css'

/** Name, join button and tabs of a community's page. */
export function CommunityHeader({ community, isAbout }: { community: Community; isAbout: boolean }) {
  const { name } = community
  const refusal = usePostingRefusal(community)
  const { bans } = useInitial()
  const banned = (['voting', 'posting', 'commenting'] as const)
    .map((activity) => refusalByBan(bans, community, activity))
    .find((text) => text !== null)
  const notice = banned ?? refusal
  const isOfficial = rolesIn(community, useViewer()).length > 0
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
          {!refusal && (
            <Button href={`/new?community=${name}`} icon="add">
              {t('Create post')}
            </Button>
          )}
          <JoinButton community={community} />
          <MuteButton community={community} />
          <ReportButton what={name} address={`/${name}`} isIcon />
        </div>
      </div>
      {notice && (
        <div className={styles.refusal}>
          <Banner
            icon="lock"
            action={
              banned && (
                <Button small variant="soft" href="/appeals">
                  {t('Appeal')}
                </Button>
              )
            }
          >
            {notice}
          </Banner>
        </div>
      )}
      <TabLinks
        label={name}
        items={[
          { label: t('Posts'), href: `/${name}`, current: !isAbout },
          { label: t('About'), href: `/${name}?tab=about`, current: isAbout },
          ...(isOfficial ? [{ label: t('Mod tools'), href: `/${name}/modtools`, current: false }] : []),
        ]}
      />
    </Card>
  )
}

/** Mutes a community, or unmutes it. */
function MuteButton({ community: { id, name } }: { community: Community }) {
  const { isMuted, toggle } = useMute({ type: 'community', id, name })
  return (
    <NeedsScript>
      <IconButton
        icon={isMuted ? 'unmute' : 'mute'}
        label={isMuted ? t('Unmute community') : t('Mute community')}
        title={isMuted ? t('Unmute community') : t('Mute community')}
        onClick={toggle}
      />
    </NeedsScript>
  )
}
