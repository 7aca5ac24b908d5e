import { banKindWords } from '../../../contract/bans.ts'
import { t } from '../../../contract/texts/t.ts'
import type { BanKind } from '../../../contract/words.ts'
import type { refusalOf } from '../../data/failure.ts'

/** The message for a refused ban (docs/spec/errors.md); null when the general message fits. */
export function banRefusalText(refusal: ReturnType<typeof refusalOf>, username: string): string | null {
  if (refusal?.code === 'not_banned') return `${username} is not banned any more.`
  if (refusal?.code === 'rule_not_found') return 'This rule is no longer there.'
  switch (refusal?.status) {
    case 404:
      return 'No user with username exists.'
    case 409:
      return `${username} is already banned.`
    case 403:
      return 'Forbidden.'
    case 400:
      return refusal.code === 'invalid_expires' ? t('Choose a day that is not over.') : null
    default:
      return null
  }
}

/** What was done when someone was banned from a community, or from the site (null). */
export function bannedText(
  username: string,
  { kind, community, isChange }: { kind: BanKind; community: string | null; isChange: boolean },
): string {
  if (isChange) return `The ban of @${username} was changed.`
  if (community === null)
    return `@${username} is banned${kind === 'reading' ? '' : ` from ${banKindWords[kind]}`}.`
  return `@${username} is banned from ${kind === 'participating' ? '' : `${banKindWords[kind]} in `}${community}.`
}
