import { Type } from 'typebox'
import { BulkAction, BulkFilter } from '../entities/bulkAction.ts'
import { described, flag, int, listOf, Nullable, text, time } from '../entities/schema.ts'
import {
  bulkActionAccountsMax,
  bulkActionSamples,
  bulkActionsShown,
  membersChangedMax,
  moderationReasonMaxLength,
  usernameMaxLength,
  withheldDays,
} from '../limitValues.ts'
import { bulkActionSteps, bulkActions } from '../words.ts'
import { endpoint } from './endpoint.ts'
import { memberFilter } from './members.ts'
import { cutAt, optional, requiredChoice } from './parameters.ts'

/** What admins do to many accounts at once. */
export const bulkActionEndpoints = {
  findMembers: endpoint({
    method: 'GET',
    path: '/api/_admin/found_members',
    summary:
      'Counts the accounts that a bulk action with these filters would be for: without admins, deleted and built-in ones.',
    who: 'admin',
    query: optional(memberFilter),
    response: Type.Object({
      accounts: int(`How many they are; at most ${bulkActionAccountsMax + 1}.`),
      moderators: int('How many of them moderate a community.'),
      newest: Nullable(text('The number of the newest of them; null if there is none.')),
      samples: listOf(
        Type.Object({
          username: text('The name.'),
          createdAt: time('When the account was created.'),
          noPosts: int('How many posts they have.'),
          noComments: int('How many comments they have.'),
        }),
        `The newest ${bulkActionSamples}.`,
      ),
    }),
    errors: ['invalidMemberFilter', 'invalidMemberRange'],
  }),
  orderBulkAction: endpoint({
    method: 'POST',
    path: '/api/_admin/bulk_actions',
    summary: `Does the same to all accounts that match the filters, or that are named, in the background. Which they are is fixed now: ${bulkActionAccountsMax.toLocaleString('en')} at most, without admins, deleted and built-in ones.`,
    who: 'admin',
    body: Type.Object({
      action: requiredChoice(bulkActions, {
        description: 'What to do. `ban` suspends.',
        refusal: 'invalidAdminAction',
      }),
      filter: Type.Optional(described('Which accounts; without it and `usernames`, all.', BulkFilter)),
      usernames: Type.Optional(
        Type.Array(Type.String({ pattern: `^@?.{0,${usernameMaxLength}}$`, isMemberName: true }), {
          minItems: 1,
          maxItems: membersChangedMax,
          description: 'The names of the accounts, in place of `filter`.',
        }),
      ),
      accounts: int('How many accounts there must be; otherwise nothing is done.'),
      withContent: Type.Optional(
        flag(
          `Whether a ban also removes what they wrote, which can be restored for ${withheldDays} days, or its lifting restores what bans removed.`,
        ),
      ),
      reason: Type.Optional(Nullable(text(`Why they are banned. ${cutAt(moderationReasonMaxLength)}`))),
      expires: Type.Optional(
        Nullable(text('When the bans end: RFC 3339, in the future; null and missing: when they are lifted.')),
      ),
    }),
    response: BulkAction,
    errors: [
      'invalidAdminAction',
      'invalidMemberFilter',
      'invalidMemberRange',
      'invalidExpiry',
      'userNotFound',
      'foundOthers',
      'tooManyAccounts',
    ],
  }),
  listBulkActions: endpoint({
    method: 'GET',
    path: '/api/_admin/bulk_actions',
    summary: `Lists the bulk actions of the last ${withheldDays} days, with their progress.`,
    who: 'admin',
    response: Type.Object({
      bulkActions: listOf(BulkAction, `The last ordered first, at most ${bulkActionsShown}.`),
    }),
    errors: [],
  }),
  changeBulkAction: endpoint({
    method: 'PUT',
    path: '/api/_admin/bulk_actions/:bulkActionId',
    summary:
      'Stops a bulk action, which leaves the other accounts as they are, or undoes bans, which lifts those that have not changed since and restores what they removed.',
    who: 'admin',
    params: Type.Object({ bulkActionId: text('The number of the bulk action.') }),
    body: Type.Object({
      step: requiredChoice(bulkActionSteps, { description: 'What to do.', refusal: 'invalidAdminAction' }),
    }),
    response: BulkAction,
    errors: ['invalidAdminAction', 'bulkActionNotFound', 'notUndoable'],
  }),
}
