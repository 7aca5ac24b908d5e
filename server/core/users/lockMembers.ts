import { sql } from 'kysely'
import { errors } from '../../../contract/errors.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'

export interface LockedMember {
  readonly id: string
  readonly name: string
  readonly isAdmin: boolean
  readonly isBuiltIn: boolean
  readonly bannedAt: Date | null
  readonly deletedAt: Date | null
  readonly email: string | null
  readonly emailConfirmedAt: Date | null
}

/**
 * The users of these names, by name, locked together with the admin until the transaction ends. Permission locks come before
 * rows, both in the order of ids, so that two admins cannot deadlock.
 *
 * @param names in lower case.
 * @param options.takesPermissions whether the action takes a permission away.
 * @param options.withAdmins whether to lock the other admins, too.
 * @throws Refused with `not_admin` for callers who no longer are one.
 */
export async function lockMembers(
  trx: Db,
  admin: { id: string },
  names: readonly string[],
  { takesPermissions, withAdmins = false }: { takesPermissions: boolean; withAdmins?: boolean },
): Promise<ReadonlyMap<string, LockedMember>> {
  if (takesPermissions)
    await sql`select lock_permissions_exclusively(id) from (
      select id from users where username_key = any(${names}::text[]) order by id) as members`.execute(trx)
  const people = await trx
    .selectFrom('users')
    .where((eb) =>
      eb.or([
        eb('id', '=', admin.id),
        eb('username_key', 'in', names),
        ...(withAdmins ? [eb('is_admin', '=', true)] : []),
      ]),
    )
    .select([
      'id',
      'username_key as name',
      'is_admin as isAdmin',
      'is_built_in as isBuiltIn',
      'banned_at as bannedAt',
      'deleted_at as deletedAt',
      'email',
      'email_confirmed_at as emailConfirmedAt',
    ])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  // The caller may have lost the role since the request began.
  const caller = people.find(({ id }) => id === admin.id)
  if (!caller?.isAdmin || caller.bannedAt) throw new Refused(errors.notAdmin)
  const isAskedFor = ({ id, name }: LockedMember) => withAdmins || id !== admin.id || names.includes(name)
  return new Map(people.filter(isAskedFor).map((member) => [member.name, member]))
}

/** One of them. @throws Refused as `lockMembers`, and with `user_not_found`. */
export async function lockMember(
  trx: Db,
  admin: { id: string },
  username: string,
  options: { takesPermissions: boolean },
): Promise<LockedMember> {
  const name = username.toLowerCase()
  const member = (await lockMembers(trx, admin, [name], options)).get(name)
  if (!member) throw new Refused(errors.userNotFound)
  return member
}
