import { storeSecurityEvent } from '../core/sessions/securityEvents.ts'
import type { Db } from '../platform/database/connection.ts'
import { rotateSecrets, type Secrets, secretNames } from '../platform/http/secrets.ts'
import { type Command, exitCodes, UsageError, withDatabase } from './command.ts'

/** What else goes with a key, and what the operator reads about it. */
const effects: Record<keyof Secrets, { says: string; ends?: (db: Db) => Promise<unknown> }> = {
  session: {
    says: 'Everyone is logged out.',
    ends: async (db) => {
      await db.deleteFrom('sessions').execute()
      await db.deleteFrom('application_sessions').execute()
    },
  },
  ghost: { says: 'Deleted accounts get new ids in discussions.' },
  captcha: { says: 'Open sign-up forms have to solve a new proof of work.' },
  push: {
    says: 'Notifications have to be turned on again on each device.',
    ends: (db) => db.deleteFrom('push_subscriptions').execute(),
  },
}

export const keysCommand: Command = {
  name: 'keys',
  usage: ['keys rotate [session] [ghost] [captcha] [push]'],
  about:
    'Replaces keys of the site, all of them or the named ones: after a backup or the database has fallen into the wrong hands. Restart the server afterwards.',

  run([verb, ...given], context) {
    const names = secretNames.filter((name) => given.length === 0 || given.includes(name))
    if (verb !== 'rotate' || given.some((one) => !secretNames.some((name) => name === one)))
      throw new UsageError(`Use keys rotate, optionally followed by: ${secretNames.join(', ')}.`)
    return withDatabase(context, async ({ db }) => {
      await db.transaction().execute(async (trx) => {
        await rotateSecrets(trx, names)
        for (const name of names) {
          await effects[name].ends?.(trx)
          await storeSecurityEvent(trx, { kind: 'keys_rotated', userId: null, ip: null, detail: name })
        }
      })
      for (const name of names) context.terminal.say(`New key: ${name}. ${effects[name].says}`)
      context.terminal.say('Restart the server now. Until then it keeps using the old keys.')
      return exitCodes.done
    })
  },
}
