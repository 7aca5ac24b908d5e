import { t } from '../../../contract/texts/t.ts'
import type { ReportTarget } from '../../data/moderation/reports.ts'

/** The message after a report was sent. */
export const reportedText = (type: ReportTarget['type']): string =>
  type === 'post' ? t('Post reported.') : t('Comment reported.')

/** The message for a refused report; null for the general message. */
export function reportRefusalText(
  refusal: { status: number; code: string } | null,
  type: ReportTarget['type'],
): string | null {
  if (refusal?.status === 409)
    return type === 'post'
      ? t('You have already reported this post')
      : t('You have already reported this comment')
  if (refusal?.code === 'banned_from_community') return t('You are banned from this community.')
  if (refusal?.code === 'own-content') return t("You can't report your own content.")
  if (refusal?.status === 404)
    return type === 'post' ? t('This post no longer exists.') : t('This comment no longer exists.')
  return null
}
