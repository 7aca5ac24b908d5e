import { useInfiniteQuery } from '@tanstack/react-query'
import type { Comment } from '../../../contract/entities/comment.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Link } from '../../components/Link.tsx'
import { Tag } from '../../components/Tag.tsx'
import { Time } from '../../components/Time.tsx'
import { allCommentsQuery } from '../../data/adminTables.ts'
import { addressOfPost } from '../../data/post.ts'
import { useShown } from '../../navigation.ts'
import { AuthorLink } from '../authors/AuthorLink.tsx'
import { addressOfComment } from '../comments/commentAddress.ts'
import { PagedTable } from './PagedTable.tsx'
import styles from './Tables.module.css'
import { readTable } from './tableAddress.ts'

/** Every comment there is, deleted ones too. */
export function AllComments() {
  const address = readTable(new URLSearchParams(useShown().search))
  return (
    <PagedTable
      caption="Comments"
      stacksOnPhones
      columns={columns}
      list={useInfiniteQuery(allCommentsQuery(address))}
      rowsOf={({ rows }) => rows}
      nextOf={({ next }) => next}
      keyOf={({ id }) => id}
      empty={<EmptyState icon="comment" title="No comments yet" text="Nobody has commented on anything." />}
    />
  )
}

const postOf = ({ communityName, postPublicId }: Comment) => ({ communityName, publicId: postPublicId })

const columns = [
  {
    header: 'Comment',
    cell: (comment: Comment) => (
      <span className={styles.named}>
        <Link href={addressOfComment(postOf(comment), comment.id)} className={styles.excerpt} dir="auto">
          {comment.body || 'No text'}
        </Link>
        {comment.deleted && <Tag tone="danger">Deleted</Tag>}
      </span>
    ),
  },
  { header: 'Author', cell: (comment: Comment) => <AuthorLink item={comment} className={styles.link} /> },
  {
    header: 'Post',
    cell: (comment: Comment) => (
      <Link href={addressOfPost(postOf(comment))} className={styles.title} dir="auto">
        {comment.postTitle}
      </Link>
    ),
  },
  {
    header: 'Community',
    cell: ({ communityName }: Comment) => (
      <Link href={`/${communityName}`} className={styles.link}>
        {communityName}
      </Link>
    ),
  },
  {
    header: 'Written',
    cell: ({ createdAt }: Comment) => (
      <span className={styles.short}>
        <Time at={createdAt} />
      </span>
    ),
  },
] as const
