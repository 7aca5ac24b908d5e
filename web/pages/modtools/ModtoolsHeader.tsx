import type { Community } from '../../../contract/entities/community.ts'
import { t } from '../../../contract/texts/t.ts'
import { useViewer } from '../../data/account/initial.ts'
import { CommunityAvatar } from '../../features/communities/CommunityAvatar.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { ScrolledTabs } from '../../ui/navigation/ScrolledTabs.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import styles from './ModtoolsHeader.module.css'
import { maySee, pathOfScreen, type Screen, screens } from './screens.ts'

/** Name of the community, role of the viewer, and the tabs of the tools. */
export function ModtoolsHeader({ community, current }: { community: Community; current: Screen }) {
  const { name, proPic } = community
  const viewer = useViewer()
  return (
    <Card className={styles.header}>
      <div className={styles.identity}>
        <CommunityAvatar name={name} size="large" picture={proPic} />
        <div className={styles.names}>
          <h1 className={styles.title}>{t('Mod tools')}</h1>
          <Link href={`/${name}`} className={styles.name}>
            {name}
          </Link>
        </div>
        {viewer?.isAdmin && <Tag icon="admin">{t('ADMIN')}</Tag>}
      </div>
      <ScrolledTabs
        className={styles.tabs}
        label={t('Mod tools')}
        items={screens
          .filter((screen) => maySee(screen, community, viewer))
          .map((screen) => ({
            label: screen.label(),
            href: pathOfScreen(name, screen),
            current: screen === current,
          }))}
      />
    </Card>
  )
}
