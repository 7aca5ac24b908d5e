import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Notice } from '../../../../contract/entities/notice.ts'
import { t } from '../../../../contract/texts/t.ts'
import { noticesQuery, parseNotices } from '../../../data/moderation/notices.ts'
import { Loading } from '../../../features/failures/Loading.tsx'
import { useShownPage } from '../../../router/page.ts'
import { useLayer } from '../../../router/useLayer.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { LoadMore } from '../../../ui/buttons/LoadMore.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { SegmentedLinks } from '../../../ui/navigation/SegmentedLinks.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import { DecisionDialog } from './DecisionDialog.tsx'
import { NoticeCard } from './NoticeCard.tsx'

const emptyTitle = (filter: 'open' | 'decided' | 'complaints') =>
  filter === 'open' ? t('No open notices') : filter === 'decided' ? t('No decisions yet') : t('No complaints')

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
        hint={t('Reports of illegal content, members, communities and messages.')}
      />
      <section aria-label={t('Notices')}>
        <div className="filters">
          <SegmentedLinks
            label={t('Notices')}
            items={[
              link(
                'open',
                t('{overdue, plural, =0 {Open ({open, number})} other {Open ({open, number}, # overdue)}}', {
                  open: first?.noOpen ?? 0,
                  overdue: first?.noOverdue ?? 0,
                }),
              ),
              link('decided', t('Decided')),
              link('complaints', t('Complaints')),
            ]}
          />
        </div>
        {!data ? (
          <Loading error={error} onRetry={refetch} />
        ) : notices.length === 0 ? (
          <EmptyState
            icon="success"
            title={emptyTitle(params.filter)}
            text={t('Anyone can report illegal content, even without an account.')}
          />
        ) : (
          <Card>
            <ul aria-label={t('Notices')}>
              {notices.map((notice) => (
                <NoticeCard key={notice.number} notice={notice}>
                  {notice.acts.length > 0 ? (
                    <Button
                      small
                      aria-label={t('Decide on notice {number}', { number: notice.number })}
                      onClick={() => {
                        setSelected(notice)
                        dialog.open()
                      }}
                    >
                      {t('Decide')}
                    </Button>
                  ) : (
                    notice.isOpen && <p className="quiet">{t('Another admin has to decide.')}</p>
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
