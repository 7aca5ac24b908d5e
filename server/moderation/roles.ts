import type { UserGroup } from '../../contract/entities/schema.ts'
import { errors, type Refusal } from '../../contract/errors.ts'

/** What decides in which role somebody may act. */
interface Actor {
  readonly id: string
  readonly isAdmin: boolean
  readonly moderates: ReadonlySet<string>
}

/**
 * Why `actor` may not act in a role on something that `authorId` wrote in a community, or null when they
 * may: `normal` is the author's, `mods` its moderators', `admins` the admins' (API contract 3.1).
 */
export function roleRefusal(
  actor: Actor,
  role: UserGroup,
  target: { authorId: string; communityId: string },
): Refusal {
  if (role === 'normal' && actor.id !== target.authorId) return errors.notAuthor
  if (role === 'mods' && !actor.moderates.has(target.communityId)) return errors.notModerator
  if (role === 'admins' && !actor.isAdmin) return errors.notAdmin
  return null
}

/** Reads the name of a role; any other text is a refusal. */
export function readRole(
  text: string | undefined,
  byDefault: UserGroup,
): UserGroup | typeof errors.invalidGroup {
  const role = text ?? byDefault
  return role === 'normal' || role === 'mods' || role === 'admins' ? role : errors.invalidGroup
}
