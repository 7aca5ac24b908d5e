import { errors, type Refusal } from '../../../contract/errors.ts'
import { type TrustAbility, type TrustSettings, trustNeededFor } from '../../../contract/trust.ts'

const acts: Readonly<Record<TrustAbility, string>> = {
  links: 'post links',
  images: 'post images',
  mentions: 'mention members',
  messages: 'start messages to moderators',
  communities: 'create communities',
}

/** Why a member may not do this yet, or null when they may. */
export function trustRefusal(
  member: { readonly trust: number },
  ability: TrustAbility,
  settings: TrustSettings,
): Refusal {
  const needed = trustNeededFor(ability, settings)
  if (member.trust >= needed) return null
  const message = `You can ${acts[ability]} from trust level ${needed}. Your settings show what is missing.`
  return { ...errors.trustTooLow, message }
}
