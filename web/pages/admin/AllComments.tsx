import { useInfiniteQuery } from '@tanstack/react-query'
import type { Comment } from '../../../contract/entities/comment.ts'
import { t } from '../../../contract/texts/t.ts'
import { allCommentsQuery } from '../../data/admin/adminTables.ts'
import { pathOfComment } from '../../data/comments/commentPath.ts'
import { pathOfPost } from '../../data/posts/postPath.ts'
import { AuthorLink } from '../../features/authors/AuthorLink.tsx'
import { useShownPage } from '../../router/page.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { PagedTable } from './PagedTable.tsx'
import styles from './Tables.module.css'
import { parseTable } from './tableParams.ts'

/** All comments of the site, including deleted ones. */
export function AllComments() {
  const tableParams = parseTable(new URLSearchParams(useShownPage().search))
  return (
    <PagedTable
      caption={t('Comments')}
      stacksOnPhones
      columns={columns()}
      list={useInfiniteQuery(allCommentsQuery(tableParams))}
      rowsOf={({ rows }) => rows}
      nextOf={({ next }) => next}
      keyOf={({ id }) => id}
      empty={
        <EmptyState
          icon="comment"
          title={t('No comments yet')}
          text={t('Comments from all communities show up here.')}
        />
      }
    />
  )
}

const postOf = ({ communityName, postPublicId }: Comment) => ({ communityName, publicId: postPublicId })

const columns = () =>
  [
    {
      header: t('Comment'),
      cell: (comment: Comment) => (
        <span className={styles.named}>
          <Link href={pathOfComment(postOf(comment), comment.id)} className={styles.excerpt} dir="auto">
            {isolated(comment.body || t('No text'))}
          </Link>
          {comment.deleted && <Tag tone="danger">{t('Deleted')}</Tag>}
        </span>
      ),
    },
    {
      header: t('Author'),
      cell: (comment: Comment) => <AuthorLink item={comment} className={styles.link} />,
    },
    {
      header: t('Post'),
      cell: (comment: Comment) => (
        <Link href={pathOfPost(postOf(comment))} className={styles.title} dir="auto">
          {isolated(comment.postTitle)}
        </Link>
      ),
    },
    {
      header: t('Community'),
      cell: ({ communityName }: Comment) => (
        <Link href={`/${communityName}`} className={styles.link}>
          {communityName}
        </Link>
      ),
    },
    {
      header: t('Posted'),
      cell: ({ createdAt }: Comment) => (
        <span className={styles.short}>
          <Time at={createdAt} />
        </span>
      ),
    },
  ] as const
