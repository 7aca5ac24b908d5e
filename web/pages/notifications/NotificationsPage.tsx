import { Card } from '../../components/Card.tsx'
import { Head } from '../../shell/Head.tsx'
import { NotificationPanel } from '../../shell/notifications/NotificationPanel.tsx'
import styles from '../../shell/notifications/Notifications.module.css'
import { PageLayout } from '../../shell/PageLayout.tsx'

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
