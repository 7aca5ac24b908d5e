import { useInfiniteQuery } from '@tanstack/react-query'
import type { TextVersion } from '../../../contract/entities/textVersion.ts'
import { t } from '../../../contract/texts/t.ts'
import { refusalOf } from '../../data/failure.ts'
import { type EditedText, versionsQuery } from '../../data/posts/versions.ts'
import { LoadMore } from '../../ui/buttons/LoadMore.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { ShowMore } from '../../ui/text/ShowMore.tsx'
import { Time } from '../../ui/text/Time.tsx'
import styles from './EditHistoryDialog.module.css'
import { contextOf, wordDiff } from './wordDiff.ts'

/** The versions of a post or comment, with the changes of each edit. Load it lazily. */
export default function EditHistoryDialog({ of, onClose }: { of: EditedText; onClose: () => void }) {
  return (
    <Dialog title={t('Edit history')} onClose={onClose} wide>
      <Versions of={of} />
    </Dialog>
  )
}

function Versions({ of }: { of: EditedText }) {
  const found = useInfiniteQuery(versionsQuery(of))
  if (found.isPending) return <TextSkeleton lines={5} />
  if (!found.data) {
    if (refusalOf(found.error)?.code === 'history-hidden')
      return (
        <EmptyState icon="lock" title={t('Not shown')} text={t("Earlier versions aren't public here.")} />
      )
    return <ErrorState onRetry={() => void found.refetch()} />
  }
  const known = found.data.pages.flatMap(({ versions }) => versions)
  if (known.length === 1)
    return (
      <EmptyState icon="new" title={t('No earlier versions')} text={t('No earlier version was saved.')} />
    )
  // The changes of the last one on a page are known only with the next page.
  const shown = found.hasNextPage ? known.slice(0, -1) : known
  return (
    <>
      <ol className={styles.versions}>
        {shown.map((version, index) => (
          <li key={version.writtenAt} className={styles.version}>
            <h3 className={styles.when}>
              {index === 0 ? t('Now') : known[index + 1] ? t('Edited') : t('Earliest')}
              {' · '}
              <Time at={version.writtenAt} />
            </h3>
            <ShowMore>
              <Change from={known[index + 1] ?? version} to={version} />
            </ShowMore>
          </li>
        ))}
      </ol>
      {found.hasNextPage && (
        <LoadMore busy={found.isFetchingNextPage} onLoad={() => void found.fetchNextPage()} />
      )}
    </>
  )
}

function Change({ from, to }: { from: TextVersion; to: TextVersion }) {
  return (
    <>
      {to.title !== null && (
        <p className={styles.title} dir="auto">
          <Difference from={from.title ?? ''} to={to.title} />
        </p>
      )}
      {(from.body || to.body) && (
        <p className={styles.text} dir="auto">
          <Difference from={from.body ?? ''} to={to.body ?? ''} />
        </p>
      )}
    </>
  )
}

function Difference({ from, to }: { from: string; to: string }) {
  const parts = wordDiff(from, to)
  return parts.map(({ kind, text }, index) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: two stored texts, so no part ever comes, goes or moves.
    if (kind === 'added') return <ins key={index}>{text}</ins>
    if (kind === 'removed') return <del key={index}>{text}</del>
    return (
      <span key={index}>
        {parts.length === 1
          ? text
          : contextOf(text, { isFirst: index === 0, isLast: index === parts.length - 1 })}
      </span>
    )
    // biome-ignore-end lint/suspicious/noArrayIndexKey: see above
  })
}
