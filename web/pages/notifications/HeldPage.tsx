import { useSuspenseQuery } from '@tanstack/react-query'
import { heldDays, heldHours } from '../../../contract/limitValues.ts'
import { t } from '../../../contract/texts/t.ts'
import { ownHeldQuery } from '../../data/users/held.ts'
import { OwnHeldItems } from '../../features/held/OwnHeldItems.tsx'
import { Head } from '../../shell/layout/Head.tsx'
import { PageHead } from '../../shell/layout/PageHead.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card } from '../../ui/layout/Card.tsx'

/** Everything of the viewer that waits for review, and what was declined. */
export default function HeldPage() {
  const { data: items } = useSuspenseQuery(ownHeldQuery({}))
  return (
    <PageLayout>
      <Head title={t('Waiting for review')} noindex />
      <PageHead
        title={t('Waiting for review')}
        hint={t('Moderators decide within {hours, number} hours, and you get a notification.', {
          hours: heldHours,
        })}
      />
      {items.length === 0 ? (
        <EmptyState
          icon="success"
          title={t('Nothing is waiting')}
          text={t('Declined posts and comments stay here for {days, number} days.', { days: heldDays })}
        />
      ) : (
        <Card>
          <OwnHeldItems items={items} showsPlace />
        </Card>
      )}
    </PageLayout>
  )
}
