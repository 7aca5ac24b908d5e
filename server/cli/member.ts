import { bareName } from '../../contract/memberName.ts'
import type { Db } from '../platform/database/connection.ts'
import { CommandFailed } from './command.ts'

/**
 * Finds the member that a command names, ignoring case, with or without the @.
 *
 * @throws CommandFailed when the account does not exist, is deleted, or is built in.
 */
export async function getMember(db: Db, name: string): Promise<{ id: string; username: string }> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'username', 'is_built_in', 'deleted_at'])
    .where('username_key', '=', bareName(name).toLowerCase())
    .executeTakeFirst()
  if (!user) throw new CommandFailed(`There is no account named "${name}".`)
  if (user.is_built_in) throw new CommandFailed(`@${user.username} is a built-in account.`)
  if (user.deleted_at) throw new CommandFailed(`The account @${user.username} has been deleted.`)
  return { id: user.id, username: user.username }
}
