import { t } from '../../../contract/texts/t.ts'

/** What became of pictures that an admin wanted to block. */
export const blockedText = ({ noBlocked, noSkipped }: { noBlocked: number; noSkipped: number }): string => {
  if (noBlocked === 0) return t('No images blocked: too plain to recognize.')
  const count = { count: noBlocked }
  if (noSkipped === 0) return t('{count, plural, one {# image blocked.} other {# images blocked.}}', count)
  return t(
    '{count, plural, one {# image blocked, {skipped, number} too plain to recognize.} other {# images blocked, {skipped, number} too plain to recognize.}}',
    { ...count, skipped: noSkipped },
  )
}
