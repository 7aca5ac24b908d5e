import type { RelatedAccount, RelatedAccounts } from '../../../contract/entities/relatedAccount.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { Refused } from '../../platform/http/refused.ts'
import { relatedAccounts } from './relatedAccounts.sql.ts'

/**
 * Accounts that may belong to the same person, by stored IP addresses. These are only hints: families, schools and mobile
 * networks share addresses, and someone who changes address is not found.
 *
 * @throws Refused with `user_not_found`.
 */
export async function listRelatedAccounts(db: Db, username: string): Promise<RelatedAccounts> {
  const row = await queryRow(db, relatedAccounts, {
    usernameKey: username.trim().toLowerCase(),
    addresses: String(limits.relatedAddressesMax),
    perAddress: String(limits.accountsPerAddressShown + 1),
    bans: String(limits.bannedFromShown),
    accounts: String(limits.relatedAccountsMax),
  })
  if (!row) throw new Refused(errors.userNotFound)
  return {
    username: row.username,
    addresses: row.addresses as RelatedAccounts['addresses'],
    accounts: (row.accounts as unknown as RelatedAccount[]).map((account) => ({
      ...account,
      createdAt: new Date(account.createdAt).toISOString(),
      lastSeen: new Date(account.lastSeen).toISOString(),
      bannedAt: account.bannedAt && new Date(account.bannedAt).toISOString(),
    })),
  }
}
