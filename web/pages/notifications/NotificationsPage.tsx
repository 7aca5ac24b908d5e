import { notificationKinds } from '../../../contract/notificationKinds.ts'
import { t } from '../../../contract/texts/t.ts'
import { NotificationPanel } from '../../features/notifications/NotificationPanel.tsx'
import styles from '../../features/notifications/Notifications.module.css'
import { useShownPage } from '../../router/page.ts'
import { Head } from '../../shell/layout/Head.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { Card } from '../../ui/layout/Card.tsx'

export default function NotificationsPage() {
  const { search } = useShownPage()
  const requested = new URLSearchParams(search).get('kind')
  const kind = notificationKinds.find((one) => one === requested) ?? null
  return (
    <PageLayout>
      <Head title={t('Notifications')} noindex />
      <Card as="section" className={styles.page} aria-label={t('Notifications')}>
        <NotificationPanel key={kind} kind={kind} heading="h1" />
      </Card>
    </PageLayout>
  )
}
