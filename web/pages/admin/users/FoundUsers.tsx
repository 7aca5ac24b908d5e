import { useQuery } from '@tanstack/react-query'
import { limits } from '../../../../contract/limits.ts'
import { type FoundMembers, foundMembersQuery } from '../../../data/admin/bulkActions.ts'
import { type MembersParams, memberFilterOf } from '../../../data/admin/members.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { accountsText } from './bulkTexts.ts'
import styles from './Users.module.css'

/** How many accounts match the filters, and a button that selects all of them. */
export function FoundUsers({
  shown,
  isSelected,
  onSelect,
}: {
  shown: MembersParams
  isSelected: boolean
  onSelect: (found: FoundMembers) => void
}) {
  const { data } = useQuery(foundMembersQuery(memberFilterOf(shown)))
  if (!data) return null
  const { accounts } = data
  const isTooMany = accounts > limits.bulkActionAccountsMax
  return (
    <div className={styles.found} role="status">
      {isTooMany
        ? `More than ${accountsText(limits.bulkActionAccountsMax)} found. Narrow the filters to select all.`
        : `${accountsText(accounts)} found that can be changed at once.`}
      {!isTooMany && accounts > 0 && !isSelected && (
        <Button small onClick={() => onSelect(data)}>
          {accounts === 1 ? 'Select the one found' : `Select all ${accounts.toLocaleString('en')} found`}
        </Button>
      )}
    </div>
  )
}
