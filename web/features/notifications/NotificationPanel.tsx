import { type NotificationKind, notificationKinds } from '../../../contract/notificationKinds.ts'
import { t } from '../../../contract/texts/t.ts'
import {
  useDeleteAllNotifications,
  useMarkAllSeen,
  useNotifications,
} from '../../data/notifications/notifications.ts'
import { useInfiniteScrolling } from '../../device/preferences.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { LoadMore } from '../../ui/buttons/LoadMore.tsx'
import { plainAct } from '../../ui/buttons/plainAct.ts'
import { loadMoreMinPx, useLoadNearEnd } from '../../ui/buttons/useLoadNearEnd.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { ScrolledTabs } from '../../ui/navigation/ScrolledTabs.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'
import { NotificationItem } from './NotificationItem.tsx'
import styles from './Notifications.module.css'

const notificationSkeletons = 10

interface NotificationPanelProps {
  /** null: all kinds. */
  kind: NotificationKind | null
  heading: 'h1' | 'h2'
}

const kindLabel = (kind: NotificationKind): string =>
  t(
    '{kind, select, replies {Replies} mentions {Mentions} votes {Votes} moderation {Moderation} other {Site}}',
    { kind },
  )

/** The links that choose a kind; each has a URL. */
const kindLinks = (current: NotificationKind | null) =>
  [null, ...notificationKinds].map((kind) => ({
    label: kind ? kindLabel(kind) : t('All'),
    href: kind ? `/notifications?kind=${kind}` : '/notifications',
    current: kind === current,
  }))

/** The member's notifications with their actions. */
export function NotificationPanel({ kind, heading: Heading }: NotificationPanelProps) {
  const notifications = useNotifications(kind)
  const { items } = notifications
  return (
    <>
      <div className={styles.head}>
        <Heading className={styles.heading}>{t('Notifications')}</Heading>
        {items !== undefined && items.length > 0 && <AllMenu />}
        <noscript>
          {import.meta.env.SSR && <Button {...plainAct('seen', 'all')}>{t('Mark all as read')}</Button>}
        </noscript>
      </div>
      <ScrolledTabs label={t('Notification type')} items={kindLinks(kind)} className={styles.kinds} />
      {items === undefined ? (
        notifications.isError && !notifications.isFetching ? (
          <ErrorState onRetry={notifications.load} />
        ) : (
          <Skeletons />
        )
      ) : items.length === 0 && !notifications.hasNextPage ? (
        <EmptyState
          icon="bell"
          title={t('No notifications')}
          text={kind ? t('New ones show up here.') : t('Replies, mentions and upvotes show up here.')}
        />
      ) : (
        <>
          <ul aria-busy={notifications.isFetching}>
            {items.map((notification) => (
              <NotificationItem key={notification.id} notification={notification} />
            ))}
          </ul>
          <Rest notifications={notifications} />
        </>
      )}
    </>
  )
}

function AllMenu() {
  const notifyFailure = useNotifyFailure()
  const markAll = useMarkAllSeen(notifyFailure)
  const deleteAll = useDeleteAllNotifications(notifyFailure)
  const question = useLayer()
  return (
    <>
      <Menu
        label={t('All notifications')}
        items={[
          { label: t('Mark all as read'), icon: 'check', onSelect: () => markAll.mutate('') },
          { label: t('Mark upvotes as read'), icon: 'vote-up', onSelect: () => markAll.mutate('new_votes') },
          'separator',
          { label: t('Delete all'), icon: 'delete', danger: true, onSelect: question.open },
        ]}
      />
      {question.isOpen && (
        <ConfirmDialog
          title={t('Delete all notifications?')}
          confirmLabel={t('Delete all')}
          danger
          busy={deleteAll.isPending}
          onConfirm={() => deleteAll.mutate(undefined, { onSuccess: question.close })}
          onClose={question.close}
        >
          {t("This can't be undone.")}
        </ConfirmDialog>
      )}
    </>
  )
}

/** The end of the list: loads more automatically, or on request if the device's preferences say so. */
function Rest({ notifications }: { notifications: ReturnType<typeof useNotifications> }) {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = notifications
  const scrollsOn = useInfiniteScrolling()
  const end = useLoadNearEnd({
    canLoad: scrollsOn && hasNextPage && !isFetching && !isFetchNextPageError,
    load: fetchNextPage,
    marginPx: () => loadMoreMinPx,
  })
  return (
    <div ref={end} className={styles.rest}>
      {isFetchNextPageError ? (
        <ErrorState onRetry={() => fetchNextPage()} />
      ) : (
        hasNextPage && <LoadMore busy={isFetching} onLoad={() => fetchNextPage()} />
      )}
    </div>
  )
}

function Skeletons() {
  return (
    <div aria-busy="true">
      {[...Array(notificationSkeletons).keys()].map((number) => (
        <div key={number} className={styles.skeleton} data-skeleton="" aria-hidden="true">
          <span className={styles.blankIcon} />
          <span className={styles.blankText} />
        </div>
      ))}
    </div>
  )
}
