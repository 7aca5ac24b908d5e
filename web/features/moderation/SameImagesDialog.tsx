import { useQuery } from '@tanstack/react-query'
import type { Post } from '../../../contract/entities/post.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { sameImagePostsQuery } from '../../data/moderation/queue.ts'
import { pathOfPost } from '../../data/posts/postPath.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { Loading } from '../failures/Loading.tsx'
import styles from './SameImagesDialog.module.css'

/** Lists posts with an image that looks like one of this post. Load it lazily. */
export default function SameImagesDialog({
  post,
  onClose,
}: {
  post: Pick<Post, 'publicId' | 'communityName'>
  onClose: () => void
}) {
  const { data: posts, error, refetch } = useQuery(sameImagePostsQuery(post.publicId))
  const { user } = useInitial()
  return (
    <Dialog title={t('Same image elsewhere')} onClose={onClose}>
      {!posts ? (
        <Loading error={error} onRetry={refetch} />
      ) : posts.length === 0 ? (
        <p>{t('No other post has an image like this.')}</p>
      ) : (
        <ul className="stack">
          {posts.map((found) => (
            <li key={found.publicId}>
              <Link href={pathOfPost(found)} className={styles.title} dir="auto">
                {isolated(found.title)}
              </Link>
              <span className={styles.facts}>
                <span>{found.communityName}</span>
                {found.username && <bdi>@{found.username}</bdi>}
                <Time at={found.createdAt} />
                {found.isRemoved && <Tag tone="danger">{t('Removed')}</Tag>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {user?.isAdmin && posts && (
        // It shows comments, too, and how many there are.
        <div className={styles.act}>
          <Button icon="delete" href={`/admin/clean-up?${new URLSearchParams({ image: pathOfPost(post) })}`}>
            {t('Remove all copies…')}
          </Button>
        </div>
      )}
    </Dialog>
  )
}
