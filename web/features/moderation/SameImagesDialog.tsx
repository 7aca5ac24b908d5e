import { useQuery } from '@tanstack/react-query'
import { t } from '../../../contract/texts/t.ts'
import { sameImagePostsQuery } from '../../data/moderation/queue.ts'
import { pathOfPost } from '../../data/posts/postPath.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { failureText } from '../failures/failureText.ts'
import styles from './SameImagesDialog.module.css'

/** Lists posts with an image that looks like one of this post. Load it lazily. */
export default function SameImagesDialog({ publicId, onClose }: { publicId: string; onClose: () => void }) {
  const { data: posts, error, refetch } = useQuery(sameImagePostsQuery(publicId))
  return (
    <Dialog title={t('Same image elsewhere')} onClose={onClose}>
      {error ? (
        <ErrorState text={failureText(error)} onRetry={() => refetch()} />
      ) : !posts ? (
        <Spinner label={t('Loading')} />
      ) : posts.length === 0 ? (
        <p>{t('No other post has an image like this.')}</p>
      ) : (
        <ul className={styles.posts}>
          {posts.map((post) => (
            <li key={post.publicId}>
              <Link href={pathOfPost(post)} className={styles.title} dir="auto">
                {isolated(post.title)}
              </Link>
              <span className={styles.facts}>
                <span>{post.communityName}</span>
                {post.username && <bdi>@{post.username}</bdi>}
                <Time at={post.createdAt} />
                {post.isRemoved && <Tag tone="danger">{t('Removed')}</Tag>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
