import { limits } from '../../contract/limits.ts'
import { hashPassword } from '../core/accounts/password.ts'
import { type Command, CommandFailed, exitCodes, UsageError, withDatabase } from './command.ts'
import { getMember } from './member.ts'

export const userCommand: Command = {
  name: 'user',
  usage: ['user set-password NAME'],
  about:
    'Sets a new password, read from the terminal or from standard input, and ends all sessions and mailed reset links of the member. ' +
    'Also gives an imported member a first password.',

  run(args, context) {
    const [verb, name, ...rest] = args
    if (verb !== 'set-password' || !name || rest.length > 0)
      throw new UsageError('Name the member whose password to set.')
    return withDatabase(context, async ({ db }) => {
      const member = await getMember(db, name)
      const password = await context.terminal.askSecret(`New password for @${member.username}: `)
      if (password.length < limits.passwordMinLength)
        throw new CommandFailed(`A password needs at least ${limits.passwordMinLength} characters.`)
      if (context.terminal.isInteractive && (await context.terminal.askSecret('Once more: ')) !== password)
        throw new CommandFailed('The passwords do not match. Nothing has changed.')
      const passwordHash = await hashPassword(password)
      await db.transaction().execute(async (trx) => {
        await trx
          .updateTable('users')
          .set({ password_hash: passwordHash })
          .where('id', '=', member.id)
          .execute()
        await trx.deleteFrom('sessions').where('user_id', '=', member.id).execute()
        // A mailed link could otherwise replace the new password.
        await trx
          .deleteFrom('mailed_tokens')
          .where('user_id', '=', member.id)
          .where('purpose', '=', 'reset_password')
          .execute()
      })
      context.terminal.say(`@${member.username} has a new password and is logged out everywhere.`)
      return exitCodes.done
    })
  },
}
