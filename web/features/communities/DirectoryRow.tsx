import type { Community } from '../../../contract/entities/community.ts'
import { Link } from '../../ui/navigation/Link.tsx'
import linked from '../../ui/navigation/LinkedRow.module.css'
import { isolated } from '../../ui/text/isolated.tsx'
import { aboutExcerpt } from './aboutText.ts'
import { CommunityAvatar } from './CommunityAvatar.tsx'
import styles from './DirectoryRow.module.css'
import { JoinButton } from './JoinButton.tsx'
import { MemberCount } from './MemberCount.tsx'

export function DirectoryRow({ community }: { community: Community }) {
  const { name } = community
  const about = aboutExcerpt(community.about)
  return (
    <li className={`${linked.row} ${styles.row}`}>
      <CommunityAvatar name={name} size="large" picture={community.proPic} />
      <div className={styles.text}>
        <Link href={`/${name}`} className={linked.link}>
          {name}
        </Link>
        <p className="quiet">
          <MemberCount community={community} />
        </p>
        {about && (
          <p className={linked.excerpt} dir="auto">
            {isolated(about)}
          </p>
        )}
      </div>
      <span className={styles.join}>
        <JoinButton community={community} small />
      </span>
    </li>
  )
}
