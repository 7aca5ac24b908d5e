import { Type } from 'typebox'
import { BulkAction, BulkFilter } from '../entities/bulkAction.ts'
import { described, flag, int, listOf, Nullable, oneOf, text, time } from '../entities/schema.ts'
import {
  bulkActionAccountsMax,
  bulkActionContentsMax,
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

const foundSamples = Type.Object({
  username: text('The name.'),
  createdAt: time('When the account was created.'),
  noPosts: int('How many posts they have.'),
  noComments: int('How many comments they have.'),
})

/** Filters of posts and comments. All that are given apply, with those of their authors. */
const contentFilter = {
  writtenSince: text(
    `Only posts and comments written at this time or later, in the format of \`since\`. By default, those of the last ${withheldDays} days.`,
  ),
  writtenBefore: text('Only posts and comments written before this time, in the format of `since`.'),
  link: text('Only posts and comments that link to this domain or a subdomain of it, such as `example.com`.'),
  like: text(
    'Only posts and comments with text similar to this one, or to that of the post or comment at this URL.',
  ),
  image: text(
    'Only posts and comments, however old, with an image that looks like one in the post at this URL. Includes the post itself.',
  ),
  application: text('Only accounts whose application to join contains this text.'),
  waiting: text('`yes`: only accounts that have something waiting for review.'),
  trustMax: text('Only accounts at this trust level or lower, from 0 to 4.'),
}

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
      samples: listOf(foundSamples, `The newest ${bulkActionSamples}.`),
    }),
    errors: ['invalidMemberFilter', 'invalidMemberRange'],
  }),
  findContents: endpoint({
    method: 'GET',
    path: '/api/_admin/found_contents',
    summary:
      'Counts the accounts, posts and comments that a bulk action with these filters would affect, except those of admins, deleted accounts and built-in accounts.',
    who: 'admin',
    query: optional({ ...memberFilter, ...contentFilter }),
    response: Type.Object({
      posts: int(`How many posts match; together with the comments, at most ${bulkActionContentsMax + 1}.`),
      comments: int('How many comments match.'),
      authors: int('How many accounts wrote them.'),
      waiting: int(
        'How many matching posts, comments and edits are waiting for review. They can only be removed with a ban.',
      ),
      accounts: int(
        `How many accounts match. If a filter is about what was written, only those that wrote something that matches, including what is waiting for review. At most ${bulkActionAccountsMax + 1}.`,
      ),
      moderators: int('How many of these moderate a community.'),
      newest: Nullable(text('The number of the newest of these accounts; null if there is none.')),
      until: time(
        'When it was counted, rounded up. Send it as `writtenBefore` to exclude what was written later.',
      ),
      samples: listOf(foundSamples, `The newest ${bulkActionSamples} of the accounts.`),
      contents: listOf(
        Type.Object({
          kind: oneOf(['post', 'comment'], 'What it is.'),
          username: text('Who wrote it.'),
          createdAt: time('When it was written.'),
          path: text('Where it is on the site.'),
          text: text('The beginning of its title and text.'),
        }),
        `The newest ${bulkActionSamples} of the posts, and of the comments.`,
      ),
    }),
    errors: ['invalidMemberFilter', 'invalidMemberRange', 'invalidContentFilter'],
  }),
  orderBulkAction: endpoint({
    method: 'POST',
    path: '/api/_admin/bulk_actions',
    summary: `Does the same to all accounts that match the filters, or that are named, in the background. Which they are is fixed now: ${bulkActionAccountsMax.toLocaleString('en')} at most, without admins, deleted and built-in ones.`,
    who: 'admin',
    body: Type.Object({
      action: requiredChoice(bulkActions, {
        description:
          'What to do. `ban` suspends. `remove` removes the posts and comments that match the filters, without notifying their authors. `restore` restores what bans and bulk actions removed from these accounts in the last 30 days. `uncount_votes` takes their votes on what others wrote out of all scores, also those that they cast later; `count_votes` counts them again. `slow_votes` lets them cast only a few votes an hour (`slowVotesPerHour`); `end_slow_votes` ends that.',
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
      contents: Type.Optional(
        int('For `remove`: the expected number of posts and comments. If it differs, nothing is removed.'),
      ),
      withContent: Type.Optional(
        flag(
          `Whether a ban also removes what they wrote, which can be restored for ${withheldDays} days, or its lifting restores what bans removed.`,
        ),
      ),
      reason: Type.Optional(
        Nullable(
          text(
            `The reason of a ban, a removal, for not counting votes, or for slowing down voting. ${cutAt(moderationReasonMaxLength)}`,
          ),
        ),
      ),
      expires: Type.Optional(
        Nullable(text('When the bans end: RFC 3339, in the future; null and missing: when they are lifted.')),
      ),
      votesSince: Type.Optional(
        Nullable(
          text(
            'For `uncount_votes`: votes that were cast earlier keep counting. In the format of `since` in `listMembers`; null and missing: no vote counts.',
          ),
        ),
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
      'invalidContentFilter',
      'contentNotFound',
      'tooManyContents',
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
      'Stops a bulk action, which leaves the other accounts as they are, or undoes it: lifts bans that have not changed since, restores what was removed, counts votes again, or lets members vote normally again.',
    who: 'admin',
    params: Type.Object({ bulkActionId: text('The number of the bulk action.') }),
    body: Type.Object({
      step: requiredChoice(bulkActionSteps, { description: 'What to do.', refusal: 'invalidAdminAction' }),
    }),
    response: BulkAction,
    errors: ['invalidAdminAction', 'bulkActionNotFound', 'notUndoable'],
  }),
}
