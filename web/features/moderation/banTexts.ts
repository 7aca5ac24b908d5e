import { lackingText } from '../../../contract/lackingText.ts'
import { t } from '../../../contract/texts/t.ts'
import type { BanKind } from '../../../contract/words.ts'
import type { refusalOf } from '../../data/failure.ts'

/** The message for a refused ban (docs/spec/errors.md); null when the general message fits. */
export function banRefusalText(refusal: ReturnType<typeof refusalOf>, username: string): string | null {
  if (refusal?.code === 'not_banned') return t('{name} is no longer banned.', { name: username })
  if (refusal?.code === 'rule_not_found') return t('This rule no longer exists.')
  switch (refusal?.status) {
    case 404:
      return t('No user with username exists.')
    case 409:
      return t('{name} is already banned.', { name: username })
    case 403:
      return lackingText(refusal.message) ?? t('Forbidden.')
    case 400:
      return refusal.code === 'invalid_expires' ? t('Choose a future date.') : null
    default:
      return null
  }
}

/** What was done when someone was banned from a community, or from the site (null). */
export function bannedText(
  username: string,
  { kind, community, isChange }: { kind: BanKind; community: string | null; isChange: boolean },
): string {
  const name = username
  if (isChange) return t("@{name}'s ban was changed.", { name })
  if (community === null)
    return t(
      '{kind, select, posting {@{name} can no longer post.} commenting {@{name} can no longer comment.} participating {@{name} can now only read.} other {@{name} is banned.}}',
      { kind, name },
    )
  return t(
    '{kind, select, posting {@{name} can no longer post in {community}.} commenting {@{name} can no longer comment in {community}.} participating {@{name} is banned from {community}.} other {@{name} is banned from {community}.}}',
    { kind, name, community },
  )
}

/** What a ban forbids. */
export const bannedFromText = (kind: BanKind): string =>
  t(
    '{kind, select, posting {Banned from posting} commenting {Banned from commenting} reading {Banned from everything, including reading} other {Banned from everything except reading}}',
    { kind },
  )
