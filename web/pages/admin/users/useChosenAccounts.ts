import { useState } from 'react'
import { limits } from '../../../../contract/limits.ts'

/** The accounts that are ticked on a page, for one bulk action. */
export interface ChosenAccounts {
  readonly usernames: readonly string[]
  has(username: string): boolean
  /** Whether a bulk action takes these besides those that are chosen already. */
  hasRoomFor(usernames: readonly string[]): boolean
  choose(usernames: readonly string[], isChosen: boolean): void
  clear(): void
}

/** Starts with no account. */
export function useChosenAccounts(): ChosenAccounts {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  return {
    usernames: [...chosen],
    has: (username) => chosen.has(username),
    hasRoomFor: (usernames) => new Set([...chosen, ...usernames]).size <= limits.membersChangedMax,
    choose: (usernames, isChosen) =>
      setChosen(
        new Set(
          isChosen ? [...chosen, ...usernames] : [...chosen].filter((name) => !usernames.includes(name)),
        ),
      ),
    clear: () => setChosen(new Set()),
  }
}
