import { enforceOtherAdmin } from '../core/permissions/admin.ts'
import { lockPermissionsExclusively } from '../core/permissions/permissionLock.ts'
import type { Db } from '../platform/database/connection.ts'
import { Refused } from '../platform/http/refused.ts'
import { type Command, CommandFailed, type Context, exitCodes, UsageError, withDatabase } from './command.ts'
import { getMember } from './member.ts'
import { recordCommand } from './operator.ts'

const refuseForLastAdmin = (trx: Db, member: { id: string; username: string }) =>
  enforceOtherAdmin(trx, member).catch((error) => {
    if (!(error instanceof Refused)) throw error
    throw new CommandFailed(`@${member.username} is the only admin. Make someone else an admin first.`)
  })

export const adminCommand: Command = {
  name: 'admin',
  usage: ['admin list', 'admin grant NAME', 'admin revoke NAME'],
  about: 'Lists the admins of the site, makes a member one, or removes the role.',

  run(args, context) {
    const [verb, name, ...rest] = args
    if (verb === 'list' && name === undefined) return listAdmins(context)
    if ((verb !== 'grant' && verb !== 'revoke') || !name || rest.length > 0)
      throw new UsageError('Use grant or revoke, followed by a name.')
    const isAdmin = verb === 'grant'
    return withDatabase(context, async ({ db }) => {
      const member = await getMember(db, name)
      const changed = await db.transaction().execute(async (trx) => {
        await lockPermissionsExclusively(trx, member)
        if (!isAdmin) await refuseForLastAdmin(trx, member)
        const result = await trx
          .updateTable('users')
          .set({ is_admin: isAdmin })
          .where('id', '=', member.id)
          .where('is_admin', '!=', isAdmin)
          .where('deleted_at', 'is', null) // the account may have been deleted since getMember
          .executeTakeFirst()
        if (result.numUpdatedRows > 0n)
          await recordCommand(trx, { action: isAdmin ? 'add_admin' : 'remove_admin', userId: member.id })
        return result
      })
      if (changed.numUpdatedRows === 0n)
        throw new CommandFailed(
          isAdmin ? `@${member.username} is already an admin.` : `@${member.username} is not an admin.`,
        )
      context.terminal.say(
        isAdmin ? `@${member.username} is now an admin.` : `@${member.username} is no longer an admin.`,
      )
      return exitCodes.done
    })
  },
}

const listAdmins = (context: Context) =>
  withDatabase(context, async ({ db }) => {
    const admins = await db
      .selectFrom('users')
      .where('is_admin', '=', true)
      .where('is_built_in', '=', false)
      .where('deleted_at', 'is', null)
      .select(['username', 'banned_at'])
      .orderBy('username_key')
      .execute()
    if (admins.length === 0) throw new CommandFailed('There is no admin yet.')
    for (const { username, banned_at: bannedAt } of admins)
      context.terminal.say(`@${username}${bannedAt ? ' (banned)' : ''}`)
    return exitCodes.done
  })
