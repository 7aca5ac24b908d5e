import { parseArgs } from 'node:util'
import type { Member } from '../../contract/entities/member.ts'
import { limits } from '../../contract/limits.ts'
import { hashPassword } from '../core/accounts/password.ts'
import { passwordRefusal } from '../core/accounts/policy.ts'
import { parseReason } from '../core/moderationLog/record.ts'
import { lockPermissionsExclusively } from '../core/permissions/permissionLock.ts'
import { endAccess } from '../core/sessions/endAccess.ts'
import { storeSecurityEvent } from '../core/sessions/securityEvents.ts'
import { getEffectiveSettings } from '../core/settings/live.ts'
import { banRefusal } from '../core/users/policy.ts'
import { banFromSite, liftSiteBans } from '../core/users/siteBan.ts'
import { enqueueSuspensionMails } from '../core/users/suspensionMail.ts'
import { countContent, orderContentDeletion, takeBackRemoved } from '../features/admin/deleteContent.ts'
import { listMembers } from '../features/admin/members.ts'
import { errorMessage } from '../platform/errors.ts'
import { banFound } from './banFound.ts'
import { type Command, CommandFailed, type Context, exitCodes, UsageError, withDatabase } from './command.ts'
import { eraseUser } from './eraseUser.ts'
import { exportUser } from './exportUser.ts'
import { getMember } from './member.ts'
import { getOperator, recordCommand } from './operator.ts'

const verbs: Readonly<Record<string, (args: readonly string[], context: Context) => Promise<number>>> = {
  'set-password': setPassword,
  list: (args, context) => {
    if (args.length > 0) throw new UsageError('user list takes no arguments.')
    return sayMembers({ sort: 'new' }, context)
  },
  find: (args, context) => sayMembers({ q: oneName(args) }, context),
  export: exportUser,
  ban,
  unban,
  erase: eraseUser,
}

export const userCommand: Command = {
  name: 'user',
  usage: [
    'user list',
    'user find NAME, EMAIL OR ADDRESS',
    'user set-password NAME',
    'user export NAME FILE',
    'user ban [--content] [--reason TEXT] NAME',
    'user ban --since TIME --before TIME --ip RANGE --mail-domain DOMAIN [--accounts COUNT] [--content] [--reason TEXT]',
    'user unban [--restore] NAME',
    'user erase NAME --content keep|blank|remove',
  ],
  about:
    'list shows the newest accounts. find searches by the start of a name, an email address, or an IP address or range. set-password sets ' +
    'a new password, typed or from standard input, and logs the member out everywhere; imported members get their first one this way. ' +
    'export writes everything stored about a member to FILE, a zip. ban bans one member from the site, or all accounts that were created ' +
    'in a period (UTC), come from an IP range or have a mail domain, once you have confirmed their number, also with --accounts; --content ' +
    'removes everything they wrote, too. unban lifts a ban; --restore also restores what bans removed in the last 30 days. erase erases a ' +
    'member for good, even a banned or deleted one, and prints a report: posts and comments stay without the name (keep), lose their ' +
    'texts (blank), or leave lists as well (remove).',

  run([verb = '', ...rest], context) {
    const perform = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
    if (!perform) throw new UsageError('Name an action and a member.')
    return perform(rest, context)
  },
}

function oneName([name, ...rest]: readonly string[]): string {
  if (!name || rest.length > 0) throw new UsageError('Give the name of one member.')
  return name
}

/** Prints the first accounts of the list of admins, a line each. */
const sayMembers = (query: { q?: string; sort?: string }, context: Context) =>
  withDatabase(context, async ({ db }) => {
    const { members, next } = await listMembers(db, query)
    if (members.length === 0) throw new CommandFailed('No account was found.')
    for (const member of members) context.terminal.say(lineOf(member))
    if (next !== null) context.terminal.report(`Only the first ${members.length} are shown.`)
    return exitCodes.done
  })

function lineOf({ username, email, isAdmin, createdAt, lastSeen, lastSeenIP, bannedAt, deletedAt }: Member) {
  const marks = [isAdmin && 'admin', bannedAt && 'banned', deletedAt && 'deleted'].filter(Boolean)
  return [
    `@${username}`,
    email ?? 'no email',
    `since ${createdAt.slice(0, 10)}`,
    `last seen ${lastSeen.slice(0, 10)}${lastSeenIP ? ` from ${lastSeenIP}` : ''}`,
    ...marks,
  ].join(', ')
}

function ban(args: readonly string[], context: Context): Promise<number> {
  const given = parseBan(args)
  if (Object.keys(given.filter).length > 0) return banFound(given, context)
  const { names, deletesContent, reason } = given
  const name = oneName(names)
  return withDatabase(context, async ({ db }) => {
    const member = await getMember(db, name)
    const changed = await db.transaction().execute(async (trx) => {
      await lockPermissionsExclusively(trx, member)
      const user = await trx
        .selectFrom('users')
        .where('id', '=', member.id)
        .select(['is_admin as isAdmin', 'is_built_in as isBuiltIn'])
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow()
      if (banRefusal(user))
        throw new CommandFailed(`@${member.username} is an admin. Remove the role first: admin revoke.`)
      const operator = await getOperator(trx)
      const banned = await banFromSite(trx, operator, [member.id], {
        kind: 'reading',
        expiresAt: null,
        reason,
        removed: deletesContent ? await countContent(trx, { userIds: [member.id], days: 0 }) : null,
      })
      await enqueueSuspensionMails(trx, banned)
      if (deletesContent)
        await orderContentDeletion(trx, { userIds: [member.id], adminId: operator.id, days: 0 })
      return banned.length > 0 || deletesContent
    })
    if (!changed) throw new CommandFailed(`@${member.username} is already banned.`)
    context.terminal.say(
      `@${member.username} is banned from the site${deletesContent ? ', and everything they wrote is being removed' : ''}.`,
    )
    return exitCodes.done
  })
}

function parseBan(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        content: { type: 'boolean' },
        reason: { type: 'string' },
        since: { type: 'string' },
        before: { type: 'string' },
        ip: { type: 'string' },
        'mail-domain': { type: 'string' },
        accounts: { type: 'string' },
      },
      allowPositionals: true,
    })
    const { content, reason, accounts, since, before, ip, 'mail-domain': mailDomain } = values
    const filter = Object.entries({ since, before, ip, mailDomain }).filter(([, text]) => text !== undefined)
    // An empty one, as of a variable that is not set, would match all accounts.
    if (filter.some(([, text]) => text?.trim() === ''))
      throw new Error('--since, --before, --ip and --mail-domain need a value.')
    return {
      names: positionals,
      deletesContent: content ?? false,
      reason: parseReason(reason),
      accounts,
      filter: Object.fromEntries(filter),
    }
  } catch (error) {
    throw new UsageError(errorMessage(error))
  }
}

function unban(args: readonly string[], context: Context): Promise<number> {
  const restores = args.includes('--restore')
  const name = oneName(args.filter((arg) => arg !== '--restore'))
  return withDatabase(context, async ({ db }) => {
    const member = await getMember(db, name)
    const [lifted, restored] = await db.transaction().execute(async (trx) => {
      const operator = await getOperator(trx)
      return [
        await liftSiteBans(trx, operator, [member.id]),
        restores ? await takeBackRemoved(trx, operator, { userIds: [member.id] }) : [],
      ]
    })
    if (lifted.length === 0 && restored.length === 0)
      throw new CommandFailed(
        `@${member.username} is not banned${restores ? ', and nothing can be restored' : ''}.`,
      )
    if (lifted.length > 0) context.terminal.say(`@${member.username} is no longer banned.`)
    if (restores)
      context.terminal.say(
        restored.length > 0
          ? 'The running server now restores what the bans removed.'
          : 'There is nothing to restore.',
      )
    return exitCodes.done
  })
}

function setPassword(args: readonly string[], context: Context): Promise<number> {
  const name = oneName(args)
  return withDatabase(context, async ({ db }) => {
    const member = await getMember(db, name)
    const password = await context.terminal.askSecret(`New password for @${member.username}: `)
    if (password.length < limits.passwordMinLength)
      throw new CommandFailed(`A password needs at least ${limits.passwordMinLength} characters.`)
    const { siteName } = await getEffectiveSettings(db, context.config.locked)
    const refusal = passwordRefusal(password, {
      username: member.username,
      siteName,
      siteUrl: context.config.siteUrl,
    })
    if (refusal) throw new CommandFailed(refusal.message)
    if (context.terminal.isInteractive && (await context.terminal.askSecret('Once more: ')) !== password)
      throw new CommandFailed('The passwords do not match. Nothing has changed.')
    const passwordHash = await hashPassword(password)
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('users')
        .set({ password_hash: passwordHash })
        .where('id', '=', member.id)
        .execute()
      await endAccess(trx, member.id, { except: null })
      await storeSecurityEvent(trx, {
        kind: 'password_changed',
        userId: member.id,
        ip: null,
        detail: 'command line',
      })
      await recordCommand(trx, { action: 'set_password', userId: member.id })
    })
    context.terminal.say(`@${member.username} has a new password and is logged out everywhere.`)
    return exitCodes.done
  })
}
