import { t } from '../../../../contract/texts/t.ts'
import { useNotifyRefusal } from '../../../features/failures/useNotifyRefusal.ts'
import { SilencedReporters } from '../../../features/moderation/SilencedReporters.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ScreenHead } from '../ScreenHead.tsx'

/** The members whose reports no moderator of the site sees. */
export function HiddenReports() {
  const notifyRefusal = useNotifyRefusal()
  return (
    <>
      <ScreenHead
        title={t('Hidden reports')}
        hint={t("In the moderation queue, open a report's menu to hide that member's reports.")}
      />
      <SilencedReporters
        communityId={null}
        onFailure={notifyRefusal}
        empty={
          <EmptyState
            icon="mute"
            title={t('No hidden reports')}
            text={t('Members whose reports are hidden site-wide show up here.')}
          />
        }
      />
    </>
  )
}
