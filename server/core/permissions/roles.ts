import type { UserGroup } from '../../../contract/entities/schema.ts'
import { errors } from '../../../contract/errors.ts'
import type { ModeratorPermission } from '../../../contract/words.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Viewer } from '../sessions/viewer.ts'
import { lockMemberRoles } from './lockMemberRoles.sql.ts'
import { memberRoles } from './memberRoles.sql.ts'

/** The roles that speak for a community or for the site. */
export type StaffRole = Exclude<UserGroup, 'normal'>

/**
 * The permissions of which a moderator needs one to act as a moderator; null: every moderator may. Without one, they have the rights
 * of a member there.
 */
export type Needed = readonly ModeratorPermission[] | null

/** The roles of a member in one community, as far as some permissions go. */
export interface Roles {
  readonly isAdmin: boolean
  readonly isModerator: boolean
  /** The permissions of which a moderator needs one, but has none. */
  readonly lacks?: readonly ModeratorPermission[]
}

/** The member of a request also has the permissions from its beginning, so that a refusal can say what is missing. */
export interface MemberWithRoles {
  readonly id: string
  readonly permissions?: Viewer['permissions']
}

export const isStaff = ({ isAdmin, isModerator }: Roles): boolean => isAdmin || isModerator

/** The role in which a member acts if either suffices. */
export const staffRoleOf = ({ isModerator }: Roles): StaffRole => (isModerator ? 'mods' : 'admins')

/** The roles that a member had when the request began. Writes check them again with `lockRoles` or `getRoles`. */
export function rolesAtRequest(
  viewer: Pick<Viewer, 'isAdmin' | 'permissions'>,
  communityId: string,
  needs: Needed,
): Roles {
  const permissions = viewer.permissions.get(communityId)
  const isModerator = permissions !== undefined && (needs?.some((one) => permissions.includes(one)) ?? true)
  return withLacking({ isAdmin: viewer.isAdmin, isModerator }, viewer, communityId, needs)
}

/** The roles of a member with what a moderator lacks of the permissions that are needed. */
export const withLacking = (
  roles: Roles,
  { permissions }: Pick<MemberWithRoles, 'permissions'>,
  communityId: string | null,
  needs: Needed,
): Roles => {
  const own = communityId === null ? undefined : permissions?.get(communityId)
  // A moderator who has lost it during the request is treated as one without it.
  const lacks = needs && own && !isStaff(roles) && !needs.some((one) => own.includes(one))
  return lacks ? { ...roles, lacks: needs } : roles
}

export const isRole = (text: string | undefined): text is UserGroup =>
  text === 'normal' || text === 'mods' || text === 'admins'

/** @throws Refused with `user/invalid-group`, also for a missing text without a default. */
export function parseRole(text: string | undefined, byDefault?: UserGroup): UserGroup {
  const role = text ?? byDefault
  if (!isRole(role)) throw new Refused(errors.invalidGroup)
  return role
}

/** @throws Refused with `user/invalid-group`. */
export function parseStaffRole(text: string | undefined): StaffRole {
  if (text !== 'mods' && text !== 'admins') throw new Refused(errors.invalidGroup)
  return text
}

/**
 * The current roles of a member in a community. The caller must hold the lock of the community or the permission lock
 * of the member, so that they stay valid.
 *
 * @throws Refused with `user_not_found` for an account that is banned from the site or deleted.
 */
export async function getRoles(
  trx: Db,
  member: MemberWithRoles,
  community: { readonly id: string },
  needs: Needed,
): Promise<Roles> {
  const row = await queryRow(trx, memberRoles, { memberId: member.id, communityId: community.id, needs })
  if (!row || row.is_admin === null || row.is_moderator === null) throw new Refused(errors.userNotFound)
  return withLacking({ isAdmin: row.is_admin, isModerator: row.is_moderator }, member, community.id, needs)
}

/**
 * As `getRoles`, under the permission lock of the member, so the roles stay until the transaction ends; an account that is
 * banned from the site or deleted has none. Call it before rows are locked, or after `lockPermissions`.
 *
 * @param communityId null: only whether they are an admin.
 */
export async function lockRoles(
  trx: Db,
  member: MemberWithRoles,
  communityId: string | null,
  needs: Needed,
): Promise<Roles> {
  const row = await queryRow(trx, lockMemberRoles, { memberId: member.id, communityId, needs })
  const roles = { isAdmin: row?.is_admin === true, isModerator: row?.is_moderator === true }
  return withLacking(roles, member, communityId, needs)
}
