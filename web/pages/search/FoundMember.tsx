import type { User } from '../../../contract/entities/ownUser.ts'
import { Count } from '../../components/Count.tsx'
import { copyNamed } from '../../components/imageCopies.ts'
import { Link } from '../../components/Link.tsx'
import { addressOfUser } from '../../data/userAddress.ts'
import { BadgeMarks } from '../authors/BadgeMarks.tsx'
import { UserAvatar } from '../authors/UserAvatar.tsx'
import styles from './FoundMember.module.css'

/** A member whose name fits. */
export function FoundMember({ user }: { user: User }) {
  return (
    <li className={styles.row}>
      <UserAvatar
        username={user.username}
        picture={user.proPic && copyNamed(user.proPic, 'medium')}
        size="large"
      />
      <div className={styles.text}>
        <Link href={addressOfUser(user.username)} className={styles.name}>
          @{user.username}
        </Link>
        <BadgeMarks types={(user.badges ?? []).map(({ type }) => type)} />
        <p className={styles.facts}>
          <Count value={user.points} /> {user.points === 1 ? 'point' : 'points'}
        </p>
        {user.aboutMe && (
          <p className={styles.about} dir="auto">
            {user.aboutMe}
          </p>
        )}
      </div>
    </li>
  )
}
