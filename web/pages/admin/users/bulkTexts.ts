import type { BulkAction, BulkFilter } from '../../../../contract/entities/bulkAction.ts'
import { t } from '../../../../contract/texts/t.ts'
import type { BulkActionKind } from '../../../../contract/words.ts'
import { accountsText } from '../../../features/moderation/accountsText.ts'

/** The name of an action on this many accounts, on its button and above its progress. */
export function bulkActionText(action: BulkActionKind, count: number): string {
  if (action === 'ban') return `Ban ${accountsText(count)}`
  if (action === 'unban') return `Unban ${accountsText(count)}`
  return `Log out ${accountsText(count)}`
}

const filterWords: Readonly<Record<keyof BulkFilter, (value: string) => string | null>> = {
  q: (value) => `“${value}”`,
  state: (value) => value,
  role: (value) => value,
  since: (value) => `created since ${value.replace('T', ' ')}`,
  before: (value) => `created before ${value.replace('T', ' ')}`,
  ip: (value) => `from ${value}`,
  mailDomain: (value) => `with @${value.replace(/^@/, '')}`,
  writtenMax: (value) => `at most ${value} posts and comments`,
  newest: () => null,
}

/** How the accounts were found, such as `created since 2026-11-27 10:15, from 192.0.2.0/24`. */
export function filterText(filter: BulkFilter): string {
  const words = Object.entries(filterWords).flatMap(([name, word]) => {
    const value = filter[name as keyof BulkFilter]
    return (value && word(value)) || []
  })
  return words.join(', ') || 'all accounts'
}

/** How far a bulk action is, as a sentence. */
export function progressText(action: BulkAction): string {
  const { accounts, done, changed, finishedAt, isStopped, contentLeft } = action
  if (finishedAt === null) return `${done.toLocaleString('en')} of ${accountsText(accounts)} done`
  if (contentLeft > 0)
    return action.action === 'ban'
      ? `Accounts done. Content of ${accountsText(contentLeft)} is still being removed`
      : `Accounts done. Content of ${accountsText(contentLeft)} is still being restored`
  return `${isStopped ? t('Stopped') : t('Finished')}: ${changed.toLocaleString('en')} of ${accountsText(accounts)} changed`
}
