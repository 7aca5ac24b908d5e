import { errors, type Refusal } from '../../../contract/errors.ts'
import { staffRefusal, unlockRefusal } from '../permissions/policy.ts'
import type { Roles } from '../permissions/roles.ts'

/** The facts that decide whether something can be restored. */
export interface Restorable {
  readonly deletedAs: string | null
  readonly hasContent: boolean
}

/**
 * Why a member may not restore a post or comment, or null when they may. Content deleted by its author cannot be restored; only
 * admins restore what admins removed.
 */
export function restoreRefusal(member: Roles, { deletedAs, hasContent }: Restorable): Refusal {
  const refusal = unlockRefusal(member)
  if (refusal) return refusal
  if (deletedAs !== 'mods' && deletedAs !== 'admins') return errors.notRemoved
  if (!hasContent) return errors.contentGone
  return deletedAs === 'admins' ? staffRefusal('admins', member) : null
}
