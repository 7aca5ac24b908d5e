import { refusalText } from '../failures/refusalText.ts'

/** Why a member could not be banned or unbanned, as text for admins (docs/spec/errors.md). */
export const siteBanFailureText = (action: 'ban' | 'unban', error: unknown): string =>
  `Failed to ${action} user: ${refusalText(error)}`
