import { type Command, exitCodes, UsageError, withDatabase } from './command.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  usage: ['migrate'],
  about: 'Migrates the database to the schema of this version. The server does the same when it starts.',

  run(args, context) {
    if (args.length > 0) throw new UsageError('migrate takes no arguments.')
    return withDatabase(context, async ({ migrated }) => {
      for (const name of migrated) context.terminal.say(`applied ${name}`)
      if (migrated.length === 0) context.terminal.say('The database is up to date.')
      return exitCodes.done
    })
  },
}
