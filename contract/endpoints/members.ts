import { Type } from 'typebox'
import { Erasure } from '../entities/erasure.ts'
import { Member } from '../entities/member.ts'
import { RelatedAccounts } from '../entities/relatedAccount.ts'
import { described, flag, listOf, Nullable, Success, text } from '../entities/schema.ts'
import {
  accountsPerAddressShown,
  adminTableRows,
  erasuresShown,
  membersChangedMax,
  newMemberDays,
  usernameMaxLength,
} from '../limitValues.ts'
import { memberActions, memberRoles, memberSorts, memberStates } from '../words.ts'
import { endpoint } from './endpoint.ts'
import { choice, inPath, next, optional, requiredChoice } from './parameters.ts'

/** Filters of accounts. All that are given apply. */
export const memberFilter = {
  q: text(
    'The beginning of a name, a whole email address, or an IP address or range from which they signed up or were last seen.',
  ),
  state: choice(memberStates, {
    description: `Only accounts in this state; \`new\`: active ones that are younger than ${newMemberDays} days.`,
    refusal: 'invalidMemberFilter',
  }),
  role: choice(memberRoles, {
    description: 'Only accounts with this role; `member`: with neither of the others.',
    refusal: 'invalidMemberFilter',
  }),
  since: text(
    'Only accounts created then or later: RFC 3339, where seconds, time and offset may be missing; without an offset, UTC.',
  ),
  before: text('Only accounts created earlier, in the same form.'),
  ip: text(
    'Only accounts that signed up or were last seen at this IP address, or in this range such as `192.0.2.0/24`.',
  ),
  mailDomain: text('Only accounts whose email address has this domain, such as `example.com`.'),
  writtenMax: text('Only accounts with at most this many posts and comments together.'),
}

/** What admins see of accounts and do to them. */
export const memberEndpoints = {
  listMembers: endpoint({
    method: 'GET',
    path: '/api/_admin/members',
    summary: `Lists accounts with the details for admins, ${adminTableRows} per page.`,
    who: 'admin',
    query: optional({
      next,
      ...memberFilter,
      sort: choice(memberSorts, {
        description:
          'The order: the newest or oldest first, the last seen first, by name, or the most posts or comments first.',
        default: 'new',
        refusal: 'invalidMemberFilter',
      }),
    }),
    response: Type.Object({
      members: listOf(Member, 'The accounts of this page.'),
      next: Nullable(text('The cursor of the next page; null at the end.')),
    }),
    errors: ['invalidCursor', 'invalidMemberFilter', 'invalidMemberRange'],
  }),
  listRelatedAccounts: endpoint({
    method: 'GET',
    path: '/api/_admin/members/:username/related',
    summary: `Lists other accounts that were created at an address of this one or last seen there, banned ones first; addresses shared by more than ${accountsPerAddressShown} accounts are ignored.`,
    who: 'admin',
    params: Type.Object({ username: inPath.username }),
    response: RelatedAccounts,
    errors: ['userNotFound'],
  }),
  changeMembers: endpoint({
    method: 'POST',
    path: '/api/_admin/members',
    summary:
      'Does the same to several accounts. Accounts for which it is not possible are skipped; if the call fails, nothing is done.',
    who: 'admin',
    changesWhatGuestsSee: true,
    body: Type.Object({
      action: requiredChoice(memberActions, {
        description:
          'What to do. `ban` deletes nothing and logs out; `log_out` spares your own session; `send_password_reset` mails a link to a confirmed address; `confirm_email` needs a password that was given recently; `end_slow_votes` lets them vote normally again.',
        refusal: 'invalidAdminAction',
      }),
      usernames: Type.Array(Type.String({ pattern: `^@?.{0,${usernameMaxLength}}$`, isMemberName: true }), {
        minItems: 1,
        maxItems: membersChangedMax,
        description: 'The names of the accounts.',
      }),
    }),
    response: Type.Object({
      results: listOf(
        Type.Object({
          username: text('The name, as it was given, without an @.'),
          changed: flag('Whether something changed; false if it was in this state already.'),
          refusal: described(
            'Why it was refused; null if it was not.',
            Nullable(
              Type.Object({
                code: text('The code of the error.'),
                message: text('The error, for people.'),
              }),
            ),
          ),
        }),
        'The result for each name, in the order given and without repetition.',
      ),
    }),
    errors: ['invalidAdminAction', 'mailNotConfigured', 'passwordNeeded'],
  }),
  setAdmin: endpoint({
    method: 'PUT',
    path: '/api/_admin/members/:username/admin',
    summary:
      'Makes a user an admin of the site, or dismisses them; needs a recent password. One admin always remains.',
    who: 'admin',
    changesWhatGuestsSee: true,
    params: Type.Object({ username: inPath.username }),
    body: Type.Object({ isAdmin: Type.Boolean({ description: 'Whether the user is to be an admin.' }) }),
    response: Success,
    errors: ['passwordNeeded', 'userNotFound', 'userDeleted', 'userBanned', 'lastAdmin'],
  }),
  listErasures: endpoint({
    method: 'GET',
    path: '/api/_admin/erasures',
    summary: 'Lists members who are erased for good, with the report of each.',
    who: 'admin',
    response: Type.Object({
      erasures: listOf(Erasure, `The last ordered first, at most ${erasuresShown}.`),
    }),
    errors: [],
  }),
}
