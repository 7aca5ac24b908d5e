import { type Static, Type } from 'typebox'
import { accountsPerAddressShown, bannedFromShown, relatedAccountsMax } from '../limitValues.ts'
import { flag, int, listOf, Nullable, text, time } from './schema.ts'

const KnownAddress = Type.Object({
  ip: text('An IP address, or a network of 64 bits for IPv6.'),
  noAccounts: int(
    `How many other accounts were created from it or last seen there. ${accountsPerAddressShown + 1} means more than ${accountsPerAddressShown}; these are not listed.`,
  ),
})

const RelatedAccount = Type.Object({
  username: text('The name.'),
  addresses: listOf(Type.String(), 'The addresses that both have.'),
  sameBrowser: Nullable(
    flag('Whether open sessions of both name the same browser; null where one of them has no open session.'),
  ),
  createdAt: time('When the account was created.'),
  lastSeen: time('When the user was last seen.'),
  bannedAt: Nullable(time('When the user was banned from the site; null if the user is not.')),
  bannedFrom: listOf(
    Type.String(),
    `Communities that the user is banned from now, at most ${bannedFromShown}.`,
  ),
})
export type RelatedAccount = Static<typeof RelatedAccount>

/** Accounts that may belong to the same person, judged by stored IP addresses. For admins only. */
export const RelatedAccounts = Type.Object({
  username: text('The name of the requested account.'),
  addresses: listOf(
    KnownAddress,
    'The addresses of the account: of the sign-up, the last visit and its open sessions. Empty where none is stored.',
  ),
  accounts: listOf(
    RelatedAccount,
    `Other accounts of these addresses, at most ${relatedAccountsMax}: banned ones first, then the latest.`,
  ),
})
export type RelatedAccounts = Static<typeof RelatedAccounts>
