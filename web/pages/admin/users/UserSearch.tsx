import { type FormEvent, useState } from 'react'
import type { MemberRole, MemberSort, MemberState } from '../../../../contract/words.ts'
import type { MembersParams } from '../../../data/admin/members.ts'
import { useNavigator } from '../../../router/navigator.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Select } from '../../../ui/forms/Select.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { pathOfScreen } from '../tableParams.ts'
import styles from './Users.module.css'

const states: readonly { value: MemberState | ''; label: string }[] = [
  { value: '', label: 'In any state' },
  { value: 'active', label: 'Active' },
  { value: 'new', label: 'New this week' },
  { value: 'banned', label: 'Banned' },
  { value: 'deleted', label: 'Deleted' },
]
const roles: readonly { value: MemberRole | ''; label: string }[] = [
  { value: '', label: 'With any role' },
  { value: 'admin', label: 'Admins' },
  { value: 'moderator', label: 'Moderators' },
  { value: 'member', label: 'Neither' },
]
const sorts: readonly { value: MemberSort; label: string }[] = [
  { value: 'new', label: 'Newest first' },
  { value: 'old', label: 'Oldest first' },
  { value: 'seen', label: 'Last seen first' },
  { value: 'name', label: 'By name' },
  { value: 'posts', label: 'Most posts first' },
  { value: 'comments', label: 'Most comments first' },
]

/** Searches, filters and sorts accounts. A plain form, so that it works without JavaScript. */
export function UserSearch({ shown }: { shown: MembersParams }) {
  const { navigate } = useNavigator()
  const [text, setText] = useState(shown.q)
  const [state, setState] = useState(shown.state ?? '')
  const [role, setRole] = useState(shown.role ?? '')
  const [sort, setSort] = useState(shown.sort)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const query = new URLSearchParams({
      ...(text.trim() && { q: text.trim() }),
      ...(state && { state }),
      ...(role && { role }),
      ...(sort !== 'new' && { sort }),
    }).toString()
    navigate(pathOfScreen('users') + (query && `?${query}`))
  }
  return (
    <search className={styles.search}>
      <form action={pathOfScreen('users')} className={styles.form} onSubmit={submit}>
        <div className={styles.field}>
          <TextField
            label="Find users by name, email or IP address"
            hideLabel
            type="search"
            name="q"
            placeholder="Start of a name, email or IP address"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={text}
            onChange={setText}
          />
        </div>
        <Select label="State" hideLabel name="state" value={state} onChange={setState} options={states} />
        <Select label="Role" hideLabel name="role" value={role} onChange={setRole} options={roles} />
        <Select label="Order" hideLabel name="sort" value={sort} onChange={setSort} options={sorts} />
        <Button type="submit" icon="search">
          Search
        </Button>
      </form>
    </search>
  )
}
