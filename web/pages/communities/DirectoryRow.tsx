import type { Community } from '../../../contract/entities/community.ts'
import { CommunityAvatar } from '../../components/CommunityAvatar.tsx'
import { Link } from '../../components/Link.tsx'
import { aboutExcerpt } from '../community/aboutText.ts'
import { JoinButton } from '../community/JoinButton.tsx'
import { MemberCount } from '../community/MemberCount.tsx'
import styles from './DirectoryRow.module.css'

/** A community in the directory. */
export function DirectoryRow({ community }: { community: Community }) {
  const { name } = community
  const about = aboutExcerpt(community.about)
  return (
    <li className={styles.row}>
      <CommunityAvatar name={name} size="large" picture={community.proPic} />
      <div className={styles.text}>
        <Link href={`/${name}`} className={styles.name}>
          {name}
        </Link>
        <p className={styles.members}>
          <MemberCount community={community} />
        </p>
        {about && (
          <p className={styles.about} dir="auto">
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
