import { Link } from '../../components/Link.tsx'
import { nameOfAuthor } from '../../data/authorName.ts'
import { useViewer } from '../../data/initial.ts'
import { addressOfUser } from '../../data/userAddress.ts'

interface AuthorLink {
  /** What they wrote. */
  item: { userDeleted: boolean; username: string }
  className?: string | undefined
}

/** The author of a post or comment, as the way to their page; a ghost, for all but admins, has none. */
export function AuthorLink({ item, className }: AuthorLink) {
  const viewer = useViewer()
  const name = nameOfAuthor(item, viewer)
  if (item.userDeleted && !viewer?.isAdmin) return <span className={className}>{name}</span>
  return (
    <Link href={addressOfUser(item.username)} className={className}>
      {name}
    </Link>
  )
}
