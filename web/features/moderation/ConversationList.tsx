import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Conversation } from '../../../contract/entities/modmail.ts'
import { t } from '../../../contract/texts/t.ts'
import { type ConversationsParams, conversationsQuery } from '../../data/moderation/modmail.ts'
import { LoadMore } from '../../ui/buttons/LoadMore.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { SegmentedLinks } from '../../ui/navigation/SegmentedLinks.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { Loading } from '../failures/Loading.tsx'
import styles from './Modmail.module.css'

interface ConversationListProps {
  params: ConversationsParams
  /** Path of the page. */
  path: string
  /** A button beside the filter. */
  action?: ReactNode
}

function emptyText(list: 'member' | ConversationsParams['filter']): string {
  switch (list) {
    case 'member':
      return t('Your messages with moderators show up here.')
    case 'open':
      return t('Messages between members and moderators show up here.')
    case 'mine':
      return t('Conversations assigned to you show up here.')
    default:
      return t('Archived conversations show up here.')
  }
}

/** Conversations of members with moderators, the latest first. */
export function ConversationList({ params, path, action }: ConversationListProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    conversationsQuery(params),
  )
  const isMember = params.communityId === null
  const items = data?.pages.flatMap((page) => page.items)
  const next = data?.pages.at(-1)?.next
  const noNew = data?.pages[0]?.noNew ?? 0
  return (
    <section aria-label={t('Messages')}>
      {(!isMember || action) && (
        <div className={styles.bar}>
          {!isMember && (
            <SegmentedLinks
              label={t('Conversations')}
              items={[
                {
                  label: t('{count, plural, =0 {Open} other {Open (# new)}}', { count: noNew }),
                  href: path,
                  current: params.filter === 'open',
                },
                { label: t('Mine'), href: `${path}?filter=mine`, current: params.filter === 'mine' },
                {
                  label: t('Archived'),
                  href: `${path}?filter=archived`,
                  current: params.filter === 'archived',
                },
              ]}
            />
          )}
          {action}
        </div>
      )}
      {!items ? (
        <Loading error={error} onRetry={refetch} />
      ) : items.length === 0 ? (
        <EmptyState
          icon="comment"
          title={t('No messages')}
          text={emptyText(isMember ? 'member' : params.filter)}
        />
      ) : (
        <Card>
          <ul aria-label={t('Conversations')}>
            {items.map((conversation) => (
              <Row key={conversation.id} conversation={conversation} isMember={isMember} path={path} />
            ))}
          </ul>
        </Card>
      )}
      {hasNextPage && next && (
        <LoadMore
          busy={isFetchingNextPage}
          href={`${path}?${new URLSearchParams({ ...(!isMember && { filter: params.filter }), next })}`}
          onLoad={() => fetchNextPage()}
        />
      )}
    </section>
  )
}

interface RowProps {
  conversation: Conversation
  isMember: boolean
  path: string
}

function Row({ conversation, isMember, path }: RowProps) {
  const { id, subject, community, member, excerpt, updatedAt, isNew, isArchived, assignedTo } = conversation
  return (
    <li className={styles.item}>
      <p className={styles.subject} dir="auto">
        <Link href={`${path}?conversation=${id}`}>{subject}</Link> {isNew && <Tag tone="new">{t('New')}</Tag>}
      </p>
      <p className={styles.excerpt} dir="auto">
        {isolated(excerpt)}
      </p>
      <p className={styles.facts}>
        {isMember ? (
          t('Moderators of {community}', { community: community.name })
        ) : (
          <bdi>@{member.username}</bdi>
        )}{' '}
        · <Time at={updatedAt} />
        {assignedTo && ` · ${t('Assigned to @{name}', { name: assignedTo.username })}`}
        {isMember && isArchived && ` · ${t('Archived')}`}
      </p>
    </li>
  )
}
