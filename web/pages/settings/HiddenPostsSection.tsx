import { useInfiniteQuery } from '@tanstack/react-query'
import type { HiddenPost } from '../../../contract/entities/hiddenPost.ts'
import { t } from '../../../contract/texts/t.ts'
import { hiddenPostsQuery, useUnhidePost } from '../../data/posts/hiddenPosts.ts'
import { pathOfPost } from '../../data/posts/postPath.ts'
import { Loading } from '../../features/failures/Loading.tsx'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { LoadMore } from '../../ui/buttons/LoadMore.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { rich } from '../../ui/text/rich.ts'
import { Time } from '../../ui/text/Time.tsx'
import styles from './Account.module.css'

/** The posts that the viewer has hidden from their feeds, with buttons that show them again. */
export function HiddenPostsSection() {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(hiddenPostsQuery)
  const posts = data?.pages.flatMap(({ items }) => items)
  return (
    <Section
      id="hidden-posts"
      heading="h3"
      title={t('Hidden posts')}
      hint={
        posts?.length === 0 && !hasNextPage
          ? t("You haven't hidden any posts.")
          : t('Not shown in your feeds.')
      }
    >
      {posts ? (
        <>
          {posts.length > 0 && (
            <ul className={styles.rows} aria-label={t('Hidden posts')}>
              {posts.map((post) => (
                <Row key={post.id} post={post} />
              ))}
            </ul>
          )}
          {hasNextPage && <LoadMore busy={isFetchingNextPage} onLoad={() => fetchNextPage()} />}
        </>
      ) : (
        <Loading error={error} onRetry={refetch} title={t("Couldn't load your hidden posts.")} lines={2} />
      )}
    </Section>
  )
}

function Row({ post }: { post: HiddenPost }) {
  const { title, communityName, hiddenAt } = post
  const notifyFailure = useNotifyFailure()
  const unhide = useUnhidePost()
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <Link href={pathOfPost(post)} className={styles.name} dir="auto">
          {isolated(title)}
        </Link>
        <p className={styles.facts}>
          {rich('{community} · hidden {time}', {
            community: `/${communityName}`,
            time: <Time at={hiddenAt} />,
          })}
        </p>
      </div>
      <Button
        small
        busy={unhide.isPending}
        aria-label={t('Unhide “{title}”', { title })}
        onClick={() =>
          unhide.mutate(post, {
            // The pressed button goes with its row; the focus stays near for keyboard users.
            onSuccess: () => document.getElementById('hidden-posts-title')?.focus(),
            onError: notifyFailure,
          })
        }
      >
        {t('Unhide')}
      </Button>
    </li>
  )
}
