import { useViewer } from '../../data/account/initial.ts'
import { type Authored, nameOfAuthor } from '../../data/users/authorName.ts'
import { pathOfUser } from '../../data/users/userPath.ts'
import { Link } from '../../ui/navigation/Link.tsx'

interface AuthorLinkProps {
  /** What the author wrote. */
  item: Authored
  className?: string | undefined
}

/**
 * The author of a post or comment, as a link to their profile, or to the community that wrote. The ghost of a deleted account has no link, except for
 * admins.
 */
export function AuthorLink({ item, className }: AuthorLinkProps) {
  const viewer = useViewer()
  const name = nameOfAuthor(item, viewer)
  if (item.userDeleted && !viewer?.isAdmin) return <span className={className}>{name}</span>
  return (
    <Link href={item.isByCommunity ? `/${name}` : pathOfUser(item.username)} className={className}>
      {name}
    </Link>
  )
}
