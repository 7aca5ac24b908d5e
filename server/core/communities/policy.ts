import { errors, type Refusal } from '../../../contract/errors.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { TrustSettings } from '../../../contract/trust.ts'
import { notAsModerator } from '../permissions/policy.ts'
import { isStaff, type Roles } from '../permissions/roles.ts'
import { trustRefusal } from '../trust/policy.ts'

type CreationRules = Pick<
  SettingValues,
  'communityCreation' | 'communityCreationPoints' | 'communitiesModeratedMax'
> &
  TrustSettings

/** Why a member may not create a community, or null when they may; admins always may. */
export function creationRefusal(
  member: { isAdmin: boolean; points: number; trust: number; moderates: { readonly size: number } },
  rules: CreationRules,
): Refusal {
  if (member.isAdmin) return null
  if (rules.communityCreation === 'admins') return errors.notAdmin
  if (member.points < rules.communityCreationPoints) return errors.notEnoughPointsForCommunity
  const lacksTrust = trustRefusal(member, 'communities', rules)
  if (lacksTrust) return lacksTrust
  if (member.moderates.size >= rules.communitiesModeratedMax) return errors.tooManyCommunities
  return null
}

/** Why a member may not use a community's mod tools, or null when they may. */
export const toolsRefusal = (member: Roles): Refusal =>
  isStaff(member) ? null : notAsModerator(errors.notModerator, member)
