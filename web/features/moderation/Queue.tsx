import { hashKey, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import type { DecisionResult, QueueItem, QueueReview } from '../../../contract/entities/queue.ts'
import type { QueueAction } from '../../../contract/queueWords.ts'
import { t } from '../../../contract/texts/t.ts'
import { moderationItemsPerPage } from '../../data/moderation/decisions.ts'
import {
  isSettled,
  itemsSelectedMax,
  keyOfSubject,
  type QueueParams,
  queueCountsQuery,
  queueQuery,
  useDecideItems,
  useFindItems,
  useLeaveQueue,
} from '../../data/moderation/queue.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { useNotifyActionFailure } from '../failures/useNotifyActionFailure.ts'
import { FeedPages } from '../feed/FeedPages.tsx'
import { feedItemKey } from '../feed/feedMemory.ts'
import { HeldQueue } from './HeldQueue.tsx'
import { NumberedList } from './NumberedList.tsx'
import { pathOfPage } from './numberedPage.ts'
import styles from './Queue.module.css'
import { QueueFilters } from './QueueFilters.tsx'
import { QueueItemCard } from './QueueItemCard.tsx'
import { pathOfQueue } from './queueParams.ts'
import { doneText, emptyTexts, missedText } from './queueTexts.ts'
import { RemoveItemsDialog } from './RemoveItemsDialog.tsx'
import { useLoadAhead } from './useLoadAhead.ts'
import { useQueueOthers } from './useQueueOthers.ts'

interface QueueProps {
  params: QueueParams
  /** Path of the page, with the parameters that select the communities. */
  base: string
}

/** The queue of moderators: reported, waiting for review, removed, edited, and by new members. */
export function Queue(props: QueueProps) {
  return props.params.kind === 'waiting' ? <HeldQueue {...props} /> : <ContentQueue {...props} />
}

/** Posts and comments that there are. Items are decided with buttons or keys, one by one or several at once. */
function ContentQueue({ params, base }: QueueProps) {
  const query = queueQuery(params)
  const queue = useInfiniteQuery(query)
  const items = (queue.data?.pages ?? []).flatMap(({ items }) => items).filter((item) => !isSettled(item))
  // A page with a number stays full: the next one begins after as many items.
  useLoadAhead(queue, queue.data && items.length, params.page === null ? undefined : moderationItemsPerPage)
  const isMoreComing = items.length === 0 && queue.hasNextPage && !queue.isFetchNextPageError
  const { data: counted } = useQuery(queueCountsQuery(params))
  const { others, look } = useQueueOthers()
  const [selected, setSelected] = useState<ReadonlyMap<string, QueueItem>>(new Map())
  const [overtaken, setOvertaken] = useState<ReadonlyMap<string, QueueReview | null>>(new Map())
  const leaveQueue = useLeaveQueue()
  const select = (item: QueueItem, isSelected: boolean) =>
    setSelected((before) => {
      const after = new Map(before)
      if (isSelected && after.size < itemsSelectedMax) after.set(keyOfSubject(item), item)
      else after.delete(keyOfSubject(item))
      return after
    })
  // Without those that were done before a failure.
  const chosen = [...selected.values()].filter((item) => !isSettled(item))
  /** Other moderators had already decided about some of the items. */
  const onOvertaken = (results: readonly DecisionResult[]) =>
    setOvertaken(
      (before) => new Map([...before, ...results.map((one) => [keyOfSubject(one), one.review] as const)]),
    )
  const empty = <EmptyState icon="success" {...emptyTexts(params.kind)} />
  const show = (item: QueueItem) => {
    const key = keyOfSubject(item)
    const elsewhere = others.decisions.get(key)
    const isNews = elsewhere && (!item.review || elsewhere.at > item.review.at)
    return (
      <QueueItemCard
        item={item}
        kind={params.kind}
        lookers={others.lookers.get(key) ?? item.lookers}
        isSelected={selected.has(key)}
        overtakenBy={overtaken.has(key) ? (overtaken.get(key) ?? null) : isNews ? elsewhere : undefined}
        onFocus={() => look(item)}
        onSelect={(isSelected) => select(item, isSelected)}
        onOvertaken={onOvertaken}
        onDismiss={() => leaveQueue([item])}
      />
    )
  }
  return (
    <>
      <QueueFilters params={params} base={base} counted={counted} />
      {params.from !== null && (
        <div className={styles.later}>
          <Banner
            action={
              <Button small variant="soft" href={pathOfQueue(base, params)}>
                {t('Back to the start')}
              </Button>
            }
          >
            {t("You're on a later page.")}
          </Banner>
        </div>
      )}
      {params.page === null ? (
        <FeedPages
          name={hashKey(query.queryKey)}
          feed={queue}
          itemsOf={({ items }) => items.filter((item) => !isSettled(item))}
          keyOf={({ type, targetId }) => feedItemKey(type, targetId)}
          show={show}
          empty={empty}
        />
      ) : queue.data && !isMoreComing ? (
        <NumberedList
          page={params.page}
          count={Math.max(counted?.counts.reported ?? 0, items.length)}
          hrefFor={(page) => pathOfPage(pathOfQueue(base, params), { page })}
          empty={empty}
        >
          {items.slice(0, moderationItemsPerPage).map((item) => (
            <Fragment key={keyOfSubject(item)}>{show(item)}</Fragment>
          ))}
        </NumberedList>
      ) : queue.isFetching || isMoreComing ? (
        <div aria-busy="true">
          <TextSkeleton lines={4} />
        </div>
      ) : (
        <ErrorState onRetry={() => queue.refetch()} />
      )}
      {chosen.length > 0 && (
        <Selection
          items={chosen}
          params={params}
          onSelect={(items) => setSelected(new Map(items.map((item) => [keyOfSubject(item), item])))}
          onDone={(results) => {
            setSelected(new Map())
            onOvertaken(results.filter(({ done }) => !done))
          }}
          onClear={() => setSelected(new Map())}
        />
      )}
    </>
  )
}

interface SelectionProps {
  items: readonly QueueItem[]
  /** The part of the queue of which everything can be selected. */
  params: QueueParams
  onSelect: (items: readonly QueueItem[]) => void
  onDone: (results: readonly DecisionResult[]) => void
  onClear: () => void
}

/** Actions on several items at once. */
function Selection({ items, params, onSelect, onDone, onClear }: SelectionProps) {
  const decide = useDecideItems()
  const find = useFindItems(params)
  const toasts = useToasts()
  const notifyFailure = useNotifyActionFailure()
  const layer = useLayer()
  const announce = (action: QueueAction) => (results: readonly DecisionResult[]) => {
    const done = results.filter((result) => result.done)
    const missed = missedText(results)
    if (done.length > 0)
      toasts.show(doneText(action, done[0]?.type ?? 'post', done.length), { tone: 'success' })
    if (missed !== null) toasts.show(missed)
    onDone(results)
  }
  const communities = new Set(items.map(({ communityId }) => communityId))
  return (
    <section className={styles.selection} aria-label={t('Selected')}>
      <p className={styles.selected} role="status">
        {items.length === itemsSelectedMax
          ? t('{count, number} selected (maximum)', { count: items.length })
          : t('{count, number} selected', { count: items.length })}
      </p>
      {items.length < itemsSelectedMax && (
        <Button
          small
          variant="soft"
          busy={find.isPending}
          onClick={() => find.mutate(undefined, { onSuccess: onSelect, onError: notifyFailure })}
        >
          {t('Select all')}
        </Button>
      )}
      <Button
        small
        icon="check"
        data-key-selected="a"
        busy={decide.isPending}
        onClick={() =>
          decide.mutate(
            { action: 'approve', items },
            { onSuccess: announce('approve'), onError: notifyFailure },
          )
        }
      >
        {t('Approve selected')}
      </Button>
      <Button small icon="delete" data-key-selected="r" onClick={layer.open}>
        {t('Remove selected')}
      </Button>
      <IconButton icon="close" label={t('Clear selection')} onClick={onClear} />
      {layer.isOpen && (
        <RemoveItemsDialog
          items={items}
          communityId={communities.size === 1 ? (items[0]?.communityId ?? null) : null}
          onRemoved={announce('remove')}
          onClose={layer.close}
        />
      )}
    </section>
  )
}
