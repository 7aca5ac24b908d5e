import type { Community } from '../../../contract/entities/community.ts'
import { CommunityAvatar } from '../../components/CommunityAvatar.tsx'
import { Link } from '../../components/Link.tsx'
import linked from '../../components/LinkedRow.module.css'
import { aboutExcerpt } from '../community/aboutText.ts'
import { JoinButton } from '../community/JoinButton.tsx'
import { MemberCount } from '../community/MemberCount.tsx'
import styles from './DirectoryRow.module.css'

/** A community in the directory. */
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
        <p className={linked.facts}>
          <MemberCount community={community} />
        </p>
        {about && (
          <p className={linked.excerpt} dir="auto">
            {about}
          </p>
        )}
      </div>
      <span className={styles.join}>
        <JoinButton community={community} small />
      </span>
    </li>
  )
}
