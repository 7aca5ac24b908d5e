import { errors, type Refusal } from '../../../contract/errors.ts'
import { staffRefusal, unlockRefusal } from '../permissions/policy.ts'
import type { Roles } from '../permissions/roles.ts'

/** What decides whether something can be restored. */
export interface Restorable {
  readonly deletedAs: string | null
  readonly hasContent: boolean
}

/**
 * Why a member may not restore a post or comment, or null when they may. What its author deleted stays so; what admins removed,
 * admins restore.
 */
export function restoreRefusal(member: Roles, { deletedAs, hasContent }: Restorable): Refusal {
  const refusal = unlockRefusal(member)
  if (refusal) return refusal
  if (deletedAs !== 'mods' && deletedAs !== 'admins') return errors.notRemoved
  if (!hasContent) return errors.contentGone
  return deletedAs === 'admins' ? staffRefusal('admins', member) : null
}
