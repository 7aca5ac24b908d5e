import { useQuery } from '@tanstack/react-query'
import { limits } from '../../../../contract/limits.ts'
import { t } from '../../../../contract/texts/t.ts'
import { type FoundMembers, foundMembersQuery } from '../../../data/admin/bulkActions.ts'
import { type MembersParams, memberFilterOf } from '../../../data/admin/members.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
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
  // A status is announced when it changes, so it is there before the count is.
  return (
    <div className={styles.found} role="status">
      {data && <Found data={data} isSelected={isSelected} onSelect={onSelect} />}
    </div>
  )
}

interface FoundProps {
  data: FoundMembers
  isSelected: boolean
  onSelect: (found: FoundMembers) => void
}

function Found({ data, isSelected, onSelect }: FoundProps) {
  const { accounts } = data
  const isTooMany = accounts > limits.bulkActionAccountsMax
  return (
    <>
      {isTooMany
        ? t('More than {count, number} accounts found. Narrow the filters to select all.', {
            count: limits.bulkActionAccountsMax,
          })
        : t('{count, plural, one {# account} other {# accounts}} found, not counting admins.', {
            count: accounts,
          })}
      {!isTooMany && accounts > 0 && !isSelected && (
        <Button small onClick={() => onSelect(data)}>
          {t('{count, plural, one {Select # account} other {Select all # accounts}}', { count: accounts })}
        </Button>
      )}
    </>
  )
}
