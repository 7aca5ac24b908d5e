import { useViewer } from '../../data/account/initial.ts'
import { nameOfAuthor } from '../../data/users/authorName.ts'
import { pathOfUser } from '../../data/users/userPath.ts'
import { Link } from '../../ui/navigation/Link.tsx'

interface AuthorLinkProps {
  /** What they wrote. */
  item: { userDeleted: boolean; username: string }
  className?: string | undefined
}

/** The author of a post or comment, as the way to their page; a ghost, for all but admins, has none. */
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
