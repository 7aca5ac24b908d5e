import type { ReactNode } from 'react'
import { t } from '../../../../contract/texts/t.ts'
import styles from './Users.module.css'
import type { ChosenAccounts } from './useChosenAccounts.ts'

interface AccountChoiceProps {
  username: string
  chosen: ChosenAccounts
  /** Whether the account can be ticked; otherwise only `checked` says whether it is. */
  isChangeable: boolean
  checked?: boolean
  /** The name, with what is to know about the account. */
  children: ReactNode
}

/** An account in a table, which can be ticked for a bulk action. */
export function AccountChoice({ username, chosen, isChangeable, checked, children }: AccountChoiceProps) {
  return (
    <span className={styles.name}>
      <label className={styles.choice}>
        <input
          type="checkbox"
          aria-label={t('Select @{name}', { name: username })}
          checked={checked ?? chosen.has(username)}
          disabled={!isChangeable || !chosen.hasRoomFor([username])}
          onChange={(event) => chosen.choose([username], event.currentTarget.checked)}
        />
      </label>
      {children}
    </span>
  )
}
