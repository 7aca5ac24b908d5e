import { enqueuePurge } from '../core/api/purge.ts'
import { everyone, noteWrite } from '../core/sessions/viewer.ts'
import { renameCommunity } from '../features/communities/rename.ts'
import { Refused } from '../platform/http/refused.ts'
import { type Command, CommandFailed, exitCodes, UsageError, withDatabase } from './command.ts'
import { getOperator } from './operator.ts'

export const communityCommand: Command = {
  name: 'community',
  usage: ['community rename OLD NEW'],
  about: 'Renames a community. The old name keeps leading to it, and no other community can take it.',

  run([verb, oldName, newName, ...rest], context) {
    if (verb !== 'rename' || !oldName || !newName || rest.length > 0)
      throw new UsageError('Give the name of the community and its new name.')
    return withDatabase(context, async ({ db }) => {
      try {
        const { formerName } = await db
          .transaction()
          .execute(async (trx) =>
            renameCommunity(
              trx,
              { name: nameIn(oldName) },
              { name: nameIn(newName), by: await getOperator(trx) },
            ),
          )
        await enqueuePurge(db, context.config)
        await noteWrite(db, everyone)
        context.terminal.say(
          formerName === nameIn(newName)
            ? `/${formerName} already has this name.`
            : `/${formerName} is now /${nameIn(newName)}. Links with the old name lead there.`,
        )
        return exitCodes.done
      } catch (error) {
        if (error instanceof Refused) throw new CommandFailed(error.message)
        throw error
      }
    })
  },
}

/** As people write it, perhaps with a slash or a plus in front. */
const nameIn = (written: string): string => written.trim().replace(/^[/+]/, '')
