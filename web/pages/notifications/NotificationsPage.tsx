import { NotificationPanel } from '../../features/notifications/NotificationPanel.tsx'
import styles from '../../features/notifications/Notifications.module.css'
import { Head } from '../../shell/layout/Head.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { Card } from '../../ui/layout/Card.tsx'

export default function NotificationsPage() {
  return (
    <PageLayout>
      <Head title="Notifications" noindex />
      <Card as="section" className={styles.page} aria-label="Notifications">
        <NotificationPanel heading="h1" />
      </Card>
    </PageLayout>
  )
}
