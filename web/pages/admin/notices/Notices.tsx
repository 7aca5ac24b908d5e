import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Notice } from '../../../../contract/entities/notice.ts'
import { t } from '../../../../contract/texts/t.ts'
import { noticesQuery, parseNotices } from '../../../data/moderation/notices.ts'
import { failureText } from '../../../features/failures/failureText.ts'
import { useShownPage } from '../../../router/page.ts'
import { useLayer } from '../../../router/useLayer.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { LoadMore } from '../../../ui/buttons/LoadMore.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { SegmentedLinks } from '../../../ui/navigation/SegmentedLinks.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import { DecisionDialog } from './DecisionDialog.tsx'
import { NoticeCard } from './NoticeCard.tsx'
import styles from './Notices.module.css'

const emptyTitles = {
  open: 'No open notices',
  decided: 'No decisions yet',
  complaints: 'No complaints',
}

/** The notices to the admins, with their deadlines. */
export function Notices() {
  const { path, search } = useShownPage()
  const params = parseNotices(new URLSearchParams(search))
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    noticesQuery(params),
  )
  const dialog = useLayer()
  const [selected, setSelected] = useState<Notice | null>(null)
  const first = data?.pages[0]
  const notices = data?.pages.flatMap(({ items }) => items) ?? []
  const next = data?.pages.at(-1)?.next
  const link = (filter: typeof params.filter, label: string) => ({
    label,
    href: filter === 'open' ? path : `${path}?filter=${filter}`,
    current: params.filter === filter,
  })
  return (
    <>
      <ScreenHead
        title={t('Notices')}
        hint={t(
          'Notices of illegal content from everyone, and reports of members, communities and messages.',
        )}
      />
      <section aria-label={t('Notices')}>
        <div className={styles.filter}>
          <SegmentedLinks
            label={t('Notices')}
            items={[
              link(
                'open',
                `Open (${first?.noOpen ?? 0}${first?.noOverdue ? `, ${first.noOverdue} overdue` : ''})`,
              ),
              link('decided', 'Decided'),
              link('complaints', 'Complaints'),
            ]}
          />
        </div>
        {!data ? (
          error ? (
            <ErrorState text={failureText(error)} onRetry={() => refetch()} />
          ) : (
            <div aria-busy="true">
              <TextSkeleton lines={4} />
            </div>
          )
        ) : notices.length === 0 ? (
          <EmptyState
            icon="success"
            title={emptyTitles[params.filter]}
            text={t(
              'Everyone can report illegal content, and members can report members, communities and messages.',
            )}
          />
        ) : (
          <Card>
            <ul aria-label={t('Notices')}>
              {notices.map((notice) => (
                <NoticeCard key={notice.number} notice={notice}>
                  {notice.acts.length > 0 ? (
                    <Button
                      small
                      aria-label={`Decide notice ${notice.number}`}
                      onClick={() => {
                        setSelected(notice)
                        dialog.open()
                      }}
                    >
                      {t('Decide')}
                    </Button>
                  ) : (
                    notice.isOpen && <p className={styles.facts}>{t('Another admin decides this.')}</p>
                  )}
                </NoticeCard>
              ))}
            </ul>
          </Card>
        )}
        {hasNextPage && next && (
          <LoadMore
            busy={isFetchingNextPage}
            href={`${path}?${new URLSearchParams({ filter: params.filter, next })}`}
            onLoad={() => fetchNextPage()}
          />
        )}
        {dialog.isOpen && selected && <DecisionDialog notice={selected} onClose={dialog.close} />}
      </section>
    </>
  )
}
