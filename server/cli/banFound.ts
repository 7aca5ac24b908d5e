import type { BulkFilter } from '../../contract/entities/bulkAction.ts'
import { limits } from '../../contract/limits.ts'
import { getEffectiveSettings } from '../core/settings/live.ts'
import { getBulkAction } from '../features/admin/bulk/list.ts'
import { findMembers, orderBulkAction } from '../features/admin/bulk/order.ts'
import { performBulkAction } from '../features/admin/bulk/perform.ts'
import { deleteOrderedContent } from '../features/admin/deleteContent.ts'
import type { Db } from '../platform/database/connection.ts'
import { Refused } from '../platform/http/refused.ts'
import { CommandFailed, type Context, exitCodes, UsageError, withDatabase } from './command.ts'
import { getOperator } from './operator.ts'
import { formatNumber } from './progress.ts'

interface Found {
  readonly filter: BulkFilter
  readonly names: readonly string[]
  readonly deletesContent: boolean
  readonly reason: string | null
  /** How many they must be, as text; undefined asks in the terminal. */
  readonly accounts: string | undefined
}

/**
 * Bans all accounts that match, as a bulk action that admins see and can undo. What an interruption leaves, a running server completes.
 */
export function banFound({ filter, names, deletesContent, reason, accounts }: Found, context: Context) {
  if (names.length > 0) throw new UsageError('Give the name of one member or filters, not both.')
  const { config, terminal, interrupted: signal } = context
  return withDatabase(context, async ({ db }) => {
    const settings = await getEffectiveSettings(db, config.locked)
    const found = await findMembers({ db, settings }, filter).catch(explain)
    if (found.accounts === 0) throw new CommandFailed('No account was found.')
    if (found.accounts > limits.bulkActionAccountsMax)
      throw new CommandFailed(
        `More than ${formatNumber(limits.bulkActionAccountsMax)} accounts were found. Narrow the filters.`,
      )
    terminal.say(
      `${formatNumber(found.accounts)} accounts were found, of which ${formatNumber(found.moderators)} moderate a community.`,
    )
    for (const { username, createdAt, noPosts, noComments } of found.samples)
      terminal.say(
        `@${username}, since ${createdAt}, ${formatNumber(noPosts)} posts, ${formatNumber(noComments)} comments`,
      )
    if (accounts === undefined && !terminal.isInteractive)
      throw new CommandFailed('Nothing has changed. Confirm with --accounts and the number of accounts.')
    const confirmed =
      accounts ?? (await terminal.askSecret('Type the number of accounts to ban all of them: '))
    if (confirmed.replaceAll(',', '').trim() !== String(found.accounts))
      throw new CommandFailed('The numbers do not match. Nothing has changed.')
    const id = await db
      .transaction()
      .execute(async (trx) =>
        orderBulkAction({ db: trx, settings }, await getOperator(trx), {
          action: 'ban',
          of: { filter: found.newest === null ? filter : { ...filter, newest: found.newest } },
          accounts: found.accounts,
          withContent: deletesContent,
          reason,
          expiresAt: null,
        }),
      )
      .catch(explain)
    await perform(db, id, context)
    signal.throwIfAborted()
    if (deletesContent) await deleteOrderedContent(db, { signal, purgeUrl: config.purgeUrl })
    const { changed } = await getBulkAction(db, id)
    terminal.say(
      `${formatNumber(changed)} accounts are banned from the site${deletesContent ? ', and everything they wrote is removed' : ''}.`,
    )
    return exitCodes.done
  })
}

async function perform(db: Db, id: string, { config, terminal, interrupted }: Context): Promise<void> {
  await performBulkAction(db, id, {
    signal: interrupted,
    purgeUrl: config.purgeUrl,
    async onProgress() {
      const { done, accounts } = await getBulkAction(db, id)
      terminal.showProgress(`${formatNumber(done)} of ${formatNumber(accounts)} accounts`)
    },
  })
  terminal.showProgress('')
}

function explain(error: unknown): never {
  throw error instanceof Refused ? new CommandFailed(error.message) : error
}
