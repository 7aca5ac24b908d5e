import type { Db } from '../database/connection.ts'
import { CommandFailed } from './command.ts'

/**
 * The account that a command names, in any case, with or without the @.
 *
 * @throws CommandFailed when there is none, when it is deleted, or when it belongs to the program.
 */
export async function getMember(db: Db, name: string): Promise<{ id: string; username: string }> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'username', 'is_built_in', 'deleted_at'])
    .where('username_key', '=', name.replace(/^@/, '').toLowerCase())
    .executeTakeFirst()
  if (!user) throw new CommandFailed(`There is no account named "${name}".`)
  if (user.is_built_in) throw new CommandFailed(`@${user.username} belongs to the program and is nobody's.`)
  if (user.deleted_at) throw new CommandFailed(`The account @${user.username} has been deleted.`)
  return { id: user.id, username: user.username }
}
