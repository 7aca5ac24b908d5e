import type { UserGroup } from '../../contract/entities/schema.ts'
import { errors, type Refusal } from '../../contract/errors.ts'

/** What decides in which role somebody may act. */
interface Actor {
  readonly id: string
  readonly isAdmin: boolean
  readonly moderates: ReadonlySet<string>
}

/** The roles that speak for a community or for the site. */
export type OfficialRole = Exclude<UserGroup, 'normal'>

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
  return role === 'normal' ? null : officialRefusal(actor, role, target)
}

/** Why `actor` may not act for a community or for the site, or null when they may. */
export function officialRefusal(
  actor: Omit<Actor, 'id'>,
  role: OfficialRole,
  target: { communityId: string },
): Refusal {
  if (role === 'mods' && !actor.moderates.has(target.communityId)) return errors.notModerator
  if (role === 'admins' && !actor.isAdmin) return errors.notAdmin
  return null
}

/** In which role somebody acts where either will do: as moderator of the community, if they are. */
export const roleIn = (actor: Pick<Actor, 'moderates'>, communityId: string): OfficialRole =>
  actor.moderates.has(communityId) ? 'mods' : 'admins'

/** Why `actor` may not unlock what is locked in a community, whoever locked it, or null when they may. */
export function unlockRefusal(actor: Omit<Actor, 'id'>, target: { communityId: string }): Refusal {
  const isOfficial = actor.isAdmin || actor.moderates.has(target.communityId)
  return isOfficial ? null : errors.notModeratorNorAdmin
}

/**
 * Why `actor` may not change in which role they speak in what they wrote, or null when they may: its author,
 * to a role that is theirs.
 */
export function speakRefusal(
  actor: Actor,
  role: UserGroup,
  target: { authorId: string; communityId: string },
): Refusal {
  if (actor.id !== target.authorId) return errors.notAuthor
  return roleRefusal(actor, role, target)
}

/** Reads the name of a role; any other text, or none without a default, is a refusal. */
export function readRole(
  text: string | undefined,
  byDefault?: UserGroup,
): UserGroup | typeof errors.invalidGroup {
  const role = text ?? byDefault
  return role === 'normal' || role === 'mods' || role === 'admins' ? role : errors.invalidGroup
}

/** Reads the name of a role that can lock; any other text is a refusal. */
export function readOfficialRole(text: string | undefined): OfficialRole | typeof errors.invalidGroup {
  return text === 'mods' || text === 'admins' ? text : errors.invalidGroup
}
