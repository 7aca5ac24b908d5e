import { t } from '../../../../contract/texts/t.ts'
import { SilencedReporters } from '../../../features/moderation/SilencedReporters.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import { useNotifyRefusal } from '../useNotifyRefusal.ts'

/** The members whose reports no moderator of the site sees. */
export function HiddenReports() {
  const notifyRefusal = useNotifyRefusal()
  return (
    <>
      <ScreenHead
        title={t('Hidden reports')}
        hint={t("Add members from one of their reports in the moderation queue. They aren't notified.")}
      />
      <SilencedReporters
        communityId={null}
        onFailure={notifyRefusal}
        empty={
          <EmptyState
            icon="mute"
            title={t('No reports are hidden')}
            text={t('Moderators see the reports of all members, unless a community hides them.')}
          />
        }
      />
    </>
  )
}
