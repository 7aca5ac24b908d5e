import type { ReportTarget } from '../../data/reports.ts'

/** What people are told when their report has arrived. */
export const reportedText = (type: ReportTarget['type']): string =>
  `${type === 'post' ? 'Post' : 'Comment'} reported.`

/** What people are told when a report is refused; null where the general words have to do. */
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
