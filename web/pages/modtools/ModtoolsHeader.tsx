import type { Community } from '../../../contract/entities/community.ts'
import { Card } from '../../components/Card.tsx'
import { CommunityAvatar } from '../../components/CommunityAvatar.tsx'
import { Link } from '../../components/Link.tsx'
import { ScrolledTabs } from '../../components/ScrolledTabs.tsx'
import { Tag } from '../../components/Tag.tsx'
import { useViewer } from '../../data/initial.ts'
import styles from './ModtoolsHeader.module.css'
import { addressOfScreen, type Screen, screens } from './screens.ts'

/** Whose tools these are, as whom the viewer is here, and the way from screen to screen. */
export function ModtoolsHeader({ community, current }: { community: Community; current: Screen }) {
  const { name, proPic } = community
  return (
    <Card className={styles.header}>
      <div className={styles.identity}>
        <CommunityAvatar name={name} size="large" picture={proPic} />
        <div className={styles.names}>
          <h1 className={styles.title}>Moderation tools</h1>
          <Link href={`/${name}`} className={styles.name}>
            {name}
          </Link>
        </div>
        {useViewer()?.isAdmin && <Tag icon="admin">ADMIN</Tag>}
      </div>
      <ScrolledTabs
        className={styles.tabs}
        label="Moderation tools"
        items={screens.map((screen) => ({
          label: screen.label,
          href: addressOfScreen(name, screen),
          current: screen === current,
        }))}
      />
    </Card>
  )
}
