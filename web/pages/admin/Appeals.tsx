import { t } from '../../../contract/texts/t.ts'
import { AppealQueue } from '../../features/moderation/AppealQueue.tsx'
import { ScreenHead } from './ScreenHead.tsx'

/** The appeals of the whole site. */
export const Appeals = () => (
  <>
    <ScreenHead
      title={t('Appeals')}
      hint={t('Admins answer appeals of site bans and admin actions. Moderators can answer the rest.')}
    />
    <AppealQueue of="all" />
  </>
)
