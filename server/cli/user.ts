import { limits } from '../../contract/limits.ts'
import { hashPassword } from '../accounts/password.ts'
import { type Command, CommandFailed, exitCodes, UsageError, withDatabase } from './command.ts'
import { getMember } from './member.ts'

export const userCommand: Command = {
  name: 'user',
  usage: ['user set-password NAME'],
  about:
    'Gives a member a new password, read from the terminal or from standard input, and ends their sessions. ' +
    'An imported member can log in from then on.',

  run(args, context) {
    const [verb, name, ...rest] = args
    if (verb !== 'set-password' || !name || rest.length > 0)
      throw new UsageError('Say whose password to set.')
    return withDatabase(context, async ({ db }) => {
      const member = await getMember(db, name)
      const password = await context.terminal.askSecret(`New password for @${member.username}: `)
      if (password.length < limits.passwordMinLength)
        throw new CommandFailed(`A password needs at least ${limits.passwordMinLength} characters.`)
      if (context.terminal.isInteractive && (await context.terminal.askSecret('Once more: ')) !== password)
        throw new CommandFailed('The two were not the same. Nothing has changed.')
      const passwordHash = await hashPassword(password)
      await db.transaction().execute(async (trx) => {
        await trx
          .updateTable('users')
          .set({ password_hash: passwordHash })
          .where('id', '=', member.id)
          .execute()
        await trx.deleteFrom('sessions').where('user_id', '=', member.id).execute()
      })
      context.terminal.say(`@${member.username} has a new password, and no session is left.`)
      return exitCodes.done
    })
  },
}
