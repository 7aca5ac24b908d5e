import { useViewer } from '../../data/account/initial.ts'
import { nameOfAuthor } from '../../data/users/authorName.ts'
import { pathOfUser } from '../../data/users/userPath.ts'
import { Link } from '../../ui/navigation/Link.tsx'

interface AuthorLinkProps {
  /** What the author wrote. */
  item: { userDeleted: boolean; username: string }
  className?: string | undefined
}

/**
 * The author of a post or comment, as a link to their profile. The ghost of a deleted account has no link, except for
 * admins.
 */
export function AuthorLink({ item, className }: AuthorLinkProps) {
  const viewer = useViewer()
  const name = nameOfAuthor(item, viewer)
  if (item.userDeleted && !viewer?.isAdmin) return <span className={className}>{name}</span>
  return (
    <Link href={pathOfUser(item.username)} className={className}>
      {name}
    </Link>
  )
}
