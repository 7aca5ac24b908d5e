import { t } from '../../../contract/texts/t.ts'
import { AppealQueue } from '../../features/moderation/AppealQueue.tsx'
import { ScreenHead } from './ScreenHead.tsx'

/** The appeals of the whole site. */
export const Appeals = () => (
  <>
    <ScreenHead
      title={t('Appeals')}
      hint={t(
        'What members say against removals, locks and bans, the oldest first. Admins answer those against bans from the site and against what admins did; moderators can answer the others, too.',
      )}
    />
    <AppealQueue of="all" />
  </>
)
