import type { User } from '../../../contract/entities/ownUser.ts'
import { pathOfUser } from '../../data/users/userPath.ts'
import { BadgeMarks } from '../../features/authors/BadgeMarks.tsx'
import { UserAvatar } from '../../features/authors/UserAvatar.tsx'
import { copyNamed } from '../../ui/media/imageCopies.ts'
import { Link } from '../../ui/navigation/Link.tsx'
import { Count } from '../../ui/text/Count.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { rich } from '../../ui/text/rich.ts'
import styles from './FoundMember.module.css'

/** A member in the results. */
export function FoundMember({ user }: { user: User }) {
  return (
    <li className={styles.row}>
      <UserAvatar
        username={user.username}
        picture={user.proPic && copyNamed(user.proPic, 'medium')}
        size="large"
      />
      <div className={styles.text}>
        <Link href={pathOfUser(user.username)} className={styles.name}>
          @{user.username}
        </Link>
        <BadgeMarks types={(user.badges ?? []).map(({ type }) => type)} />
        <p className="quiet">
          {rich('{points, plural, one {{number} point} other {{number} points}}', {
            points: user.points,
            number: <Count value={user.points} />,
          })}
        </p>
        {user.aboutMe && (
          <p className={styles.about} dir="auto">
            {isolated(user.aboutMe)}
          </p>
        )}
      </div>
    </li>
  )
}
