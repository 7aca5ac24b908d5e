import { t } from '../../../contract/texts/t.ts'
import type { ReportTarget } from '../../data/moderation/reports.ts'

/** The message after a report was sent. */
export const reportedText = (type: ReportTarget['type']): string =>
  `${type === 'post' ? t('Post') : t('Comment')} reported.`

/** The message for a refused report; null for the general message. */
export function reportRefusalText(
  refusal: { status: number; code: string } | null,
  type: ReportTarget['type'],
): string | null {
  if (refusal?.status === 409) return `You have already reported this ${type}`
  if (refusal?.code === 'banned_from_community') return 'You are banned from this community.'
  if (refusal?.code === 'own-content') return 'You cannot report your own content.'
  if (refusal?.status === 404) return `This ${type} is no longer there.`
  return null
}
