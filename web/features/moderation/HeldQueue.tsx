import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { HeldDecision, HeldItem } from '../../../contract/entities/held.ts'
import type { HeldAction } from '../../../contract/heldWords.ts'
import { t } from '../../../contract/texts/t.ts'
import { heldItemsQuery, useDecideHeld } from '../../data/moderation/held.ts'
import { type QueueParams, queueCountsQuery } from '../../data/moderation/queue.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { LoadMore } from '../../ui/buttons/LoadMore.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { messageText } from '../failures/refusalText.ts'
import { useNotifyActionFailure } from '../failures/useNotifyActionFailure.ts'
import { DeclineDialog } from './DeclineDialog.tsx'
import { HeldCard } from './HeldCard.tsx'
import styles from './HeldQueue.module.css'
import queueStyles from './Queue.module.css'
import { QueueFilters } from './QueueFilters.tsx'
import { pathOfQueue } from './queueParams.ts'
import { emptyTexts } from './queueTexts.ts'
import { useLoadAhead } from './useLoadAhead.ts'

interface HeldQueueProps {
  params: QueueParams
  /** Path of the page, with the parameters that select the communities. */
  base: string
}

/** What waits for review, the oldest first. Items are approved or declined with buttons or keys, one by one or several at once. */
export function HeldQueue({ params, base }: HeldQueueProps) {
  const list = useInfiniteQuery(heldItemsQuery(params))
  const { data, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = list
  const { data: counted } = useQuery(queueCountsQuery(params))
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const decide = useDecideHeld()
  const declining = useLayer()
  const announce = useAnnounceHeld()
  const notifyFailure = useNotifyActionFailure()
  const items = data?.pages.flatMap((page) => page.items) ?? []
  useLoadAhead(list, data && items.length)
  const chosen = items.filter(({ id }) => selected.has(id))
  const select = (id: number, isSelected: boolean) =>
    setSelected((before) => {
      const after = new Set(before)
      if (isSelected) after.add(id)
      else after.delete(id)
      return after
    })
  /** @returns whether it was answered; failures are shown. */
  const run = (action: HeldAction, some: readonly HeldItem[], reason = '') =>
    decide.mutateAsync({ action, items: some, reason }).then(
      (results) => {
        announce(action, results)
        return true
      },
      (error) => {
        notifyFailure(error)
        return false
      },
    )
  const next = data?.pages.at(-1)?.next ?? null
  return (
    <>
      <QueueFilters params={params} base={base} counted={counted} />
      {!data && !isFetching ? (
        <ErrorState onRetry={() => refetch()} />
      ) : items.length === 0 ? (
        !isFetching && !hasNextPage && <EmptyState icon="success" {...emptyTexts('waiting')} />
      ) : (
        <ul className={styles.list}>
          {items.map((item) => (
            <li key={item.id}>
              <HeldCard
                item={item}
                isSelected={selected.has(item.id)}
                onSelect={(isSelected) => select(item.id, isSelected)}
                onDecide={(action, reason) => run(action, [item], reason)}
              />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <LoadMore
          busy={isFetchingNextPage}
          onLoad={() => fetchNextPage()}
          {...(next !== null && { href: withNext(pathOfQueue(base, params), next) })}
        />
      )}
      {chosen.length > 0 && (
        <section className={queueStyles.selection} aria-label={t('Selected')}>
          <p className={queueStyles.selected} role="status">
            {t('{count, number} selected', { count: chosen.length })}
          </p>
          {chosen.length < items.length && (
            <Button small variant="soft" onClick={() => setSelected(new Set(items.map(({ id }) => id)))}>
              {t('Select all')}
            </Button>
          )}
          <Button
            small
            icon="check"
            data-key-selected="a"
            busy={decide.isPending}
            onClick={() => run('approve', chosen)}
          >
            {t('Approve selected')}
          </Button>
          <Button small icon="close" data-key-selected="r" onClick={declining.open}>
            {t('Decline selected')}
          </Button>
          <IconButton icon="close" label={t('Clear selection')} onClick={() => setSelected(new Set())} />
          {declining.isOpen && (
            <DeclineDialog
              items={chosen}
              busy={decide.isPending}
              onDecline={(reason) => run('refuse', chosen, reason)}
              onClose={declining.close}
            />
          )}
        </section>
      )}
    </>
  )
}

const withNext = (path: string, next: string) => `${path}${path.includes('?') ? '&' : '?'}next=${next}`

/** Says what was done, and why something was not. */
function useAnnounceHeld() {
  const toasts = useToasts()
  return (action: HeldAction, results: readonly HeldDecision[]) => {
    const count = results.filter(({ done }) => done).length
    if (count > 0)
      toasts.show(
        action === 'approve'
          ? t('{count, number} approved.', { count })
          : t('{count, number} declined.', { count }),
        { tone: 'success' },
      )
    for (const problem of new Set(results.flatMap((result) => result.problem ?? [])))
      toasts.show(messageText(problem), { tone: 'danger', ms: 6000 })
  }
}
