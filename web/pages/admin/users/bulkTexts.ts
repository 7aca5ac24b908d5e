import type { BulkAction, BulkFilter } from '../../../../contract/entities/bulkAction.ts'
import { listText } from '../../../../contract/texts/list.ts'
import { t } from '../../../../contract/texts/t.ts'
import type { BulkActionKind } from '../../../../contract/words.ts'

/** The name of an action on this many accounts, or posts and comments, on its button and above its progress. */
export function bulkActionText(action: BulkActionKind, count: number): string {
  switch (action) {
    case 'ban':
      return t('Ban {count, plural, one {# account} other {# accounts}}', { count })
    case 'unban':
      return t('Unban {count, plural, one {# account} other {# accounts}}', { count })
    case 'log_out':
      return t('Log out {count, plural, one {# account} other {# accounts}}', { count })
    case 'remove':
      return t('Remove {count, plural, one {# post or comment} other {# posts and comments}}', { count })
    case 'restore':
      return t('Restore removed content for {count, plural, one {# account} other {# accounts}}', { count })
    case 'uncount_votes':
      return t('Stop counting votes from {count, plural, one {# account} other {# accounts}}', { count })
    case 'count_votes':
      return t('Count votes from {count, plural, one {# account} other {# accounts}} again', { count })
    case 'slow_votes':
      return t('Slow down voting by {count, plural, one {# account} other {# accounts}}', { count })
    case 'end_slow_votes':
      return t('Let {count, plural, one {# account} other {# accounts}} vote normally again', { count })
  }
}

/** How many accounts, or posts and comments, a bulk action is for. */
export const countOf = ({ action, accounts, contents }: BulkAction): number =>
  action === 'remove' ? contents : accounts

const filterWords: Readonly<Record<keyof BulkFilter, (value: string) => string | null>> = {
  q: (value) => `“${value}”`,
  state: (state) =>
    t('{state, select, active {active} new {new} banned {banned} deleted {deleted} other {{state}}}', {
      state,
    }),
  role: (role) =>
    t(
      '{role, select, admin {admins} moderator {moderators} member {not admins or moderators} other {{role}}}',
      {
        role,
      },
    ),
  since: (value) => t('created since {time}', { time: value.replace('T', ' ') }),
  before: (value) => t('created before {time}', { time: value.replace('T', ' ') }),
  ip: (address) => t('from {address}', { address }),
  mailDomain: (value) => t('with @{domain}', { domain: value.replace(/^@/, '') }),
  writtenMax: (value) =>
    t('{count, plural, one {at most # post or comment} other {at most # posts and comments}}', {
      count: Number(value),
    }),
  writtenSince: (value) => t('posted since {time}', { time: value.replace('T', ' ') }),
  writtenBefore: () => null,
  link: (domain) => t('linking to {domain}', { domain }),
  like: (text) => t('similar to “{text}”', { text: [...text].slice(0, 60).join('') }),
  image: (url) => t('with an image similar to one in {post}', { post: url.replace(/^https?:\/\/[^/]+/, '') }),
  waiting: () => t('waiting for review'),
  trustMax: (level) => t('trust level {level} or lower', { level }),
  application: (text) => t('application contains “{text}”', { text }),
  newest: () => null,
}

/** How the accounts were found, such as `created since 2026-11-27 10:15, from 192.0.2.0/24`. */
export function filterText(filter: BulkFilter): string {
  const words = Object.entries(filterWords).flatMap(([name, word]) => {
    const value = filter[name as keyof BulkFilter]
    return (value && word(value)) || []
  })
  return words.length > 0 ? listText(words) : t('all accounts')
}

/** How far a bulk action is, as a sentence. */
export function progressText(action: BulkAction): string {
  const { accounts, done, changed, finishedAt, isStopped, contentLeft, votesLeft } = action
  if (finishedAt === null)
    return t('{done, number} of {accounts, plural, one {# account} other {# accounts}} done.', {
      done,
      accounts,
    })
  if (contentLeft > 0)
    return action.action === 'ban' || action.action === 'remove'
      ? t('Accounts done. Removing content from {count, plural, one {# account} other {# accounts}}.', {
          count: contentLeft,
        })
      : t('Accounts done. Restoring content for {count, plural, one {# account} other {# accounts}}.', {
          count: contentLeft,
        })
  if (votesLeft > 0)
    return t('Accounts done. Recounting votes from {count, plural, one {# account} other {# accounts}}.', {
      count: votesLeft,
    })
  return isStopped
    ? t('Stopped: {changed, number} of {accounts, plural, one {# account} other {# accounts}} changed.', {
        changed,
        accounts,
      })
    : t('Done: {changed, number} of {accounts, plural, one {# account} other {# accounts}} changed.', {
        changed,
        accounts,
      })
}
