import { t } from '../../../contract/texts/t.ts'
import { AppealQueue } from '../../features/moderation/AppealQueue.tsx'
import { ScreenHead } from './ScreenHead.tsx'

/** The appeals of the whole site. */
export const Appeals = () => (
  <>
    <ScreenHead
      title={t('Appeals')}
      hint={t('Site bans and actions by admins are yours to answer. Moderators can answer the rest.')}
    />
    <AppealQueue of="all" />
  </>
)
