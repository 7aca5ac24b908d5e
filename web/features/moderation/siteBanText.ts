import { t } from '../../../contract/texts/t.ts'
import { refusalText } from '../failures/refusalText.ts'

/** Why a member could not be banned or unbanned, as text for admins (docs/spec/errors.md). */
export const siteBanFailureText = (action: 'ban' | 'unban', error: unknown): string =>
  action === 'ban'
    ? t('Failed to ban user: {reason}', { reason: refusalText(error) })
    : t('Failed to unban user: {reason}', { reason: refusalText(error) })
