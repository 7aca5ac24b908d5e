import { type FormEvent, useState } from 'react'
import { t } from '../../../../contract/texts/t.ts'
import type { MemberRole, MemberSort, MemberState } from '../../../../contract/words.ts'
import { type MembersParams, memberFilterOf } from '../../../data/admin/members.ts'
import { useNavigator } from '../../../router/navigator.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Select } from '../../../ui/forms/Select.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { pathOfScreen } from '../tableParams.ts'
import styles from './Users.module.css'

const states = (): readonly { value: MemberState | ''; label: string }[] => [
  { value: '', label: t('Any status') },
  { value: 'active', label: t('Active') },
  { value: 'new', label: t('New this week') },
  { value: 'banned', label: t('Banned') },
  { value: 'deleted', label: t('Deleted') },
]
const roles = (): readonly { value: MemberRole | ''; label: string }[] => [
  { value: '', label: t('Any role') },
  { value: 'admin', label: t('Admins') },
  { value: 'moderator', label: t('Moderators') },
  { value: 'member', label: t('No role') },
]
const sorts = (): readonly { value: MemberSort; label: string }[] => [
  { value: 'new', label: t('Newest first') },
  { value: 'old', label: t('Oldest first') },
  { value: 'seen', label: t('Recently seen first') },
  { value: 'name', label: t('By name') },
  { value: 'posts', label: t('Most posts first') },
  { value: 'comments', label: t('Most comments first') },
]

/** A number from elsewhere stays as an option. */
const writtenOptions = (given: string) => [
  { value: '', label: t('Any number') },
  { value: '0', label: t('None') },
  ...['1', '5', '20', ...(['', '0', '1', '5', '20'].includes(given) ? [] : [given])].map((value) => ({
    value,
    // One that is not a number is refused, and stays to be corrected.
    label: Number.isNaN(Number(value))
      ? t('At most {text}', { text: value })
      : t('At most {count, number}', { count: Number(value) }),
  })),
]

/** Searches, filters and sorts accounts. A plain form, so that it works without JavaScript. */
export function UserSearch({ shown }: { shown: MembersParams }) {
  const { navigate } = useNavigator()
  const [given, setGiven] = useState(shown)
  const set = (changed: Partial<MembersParams>) => setGiven({ ...given, ...changed })
  const { q, state, role, sort, since, before, ip, mailDomain, writtenMax } = given
  const hasMore = [shown.since, shown.before, shown.ip, shown.mailDomain, shown.writtenMax].some(Boolean)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const query = new URLSearchParams({
      ...memberFilterOf({ ...given, q: q.trim(), ip: ip.trim(), mailDomain: mailDomain.trim() }),
      ...(sort !== 'new' && { sort }),
    }).toString()
    navigate(pathOfScreen('users') + (query && `?${query}`))
  }
  return (
    <search className={styles.search}>
      <form action={pathOfScreen('users')} className={styles.form} onSubmit={submit}>
        <div className={styles.field}>
          <TextField
            label={t('Find users by name, email or IP address')}
            hideLabel
            type="search"
            name="q"
            placeholder={t('Name, email or IP address')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={q}
            onChange={(text) => set({ q: text })}
          />
        </div>
        <Select
          label={t('Status')}
          hideLabel
          name="state"
          value={state ?? ''}
          onChange={(value) => set({ state: value || null })}
          options={states()}
        />
        <Select
          label={t('Role')}
          hideLabel
          name="role"
          value={role ?? ''}
          onChange={(value) => set({ role: value || null })}
          options={roles()}
        />
        <Select
          label={t('Sort')}
          hideLabel
          name="sort"
          value={sort}
          onChange={(value) => set({ sort: value })}
          options={sorts()}
        />
        <Button type="submit" icon="search">
          {t('Search')}
        </Button>
        <details className={styles.more} open={hasMore}>
          <summary>{t('More filters')}</summary>
          <div className={styles.filters}>
            <TextField
              label={t('Created on or after (UTC)')}
              name="since"
              type="datetime-local"
              value={since}
              onChange={(value) => set({ since: value })}
            />
            <TextField
              label={t('Created before (UTC)')}
              name="before"
              type="datetime-local"
              value={before}
              onChange={(value) => set({ before: value })}
            />
            <TextField
              label={t('IP address or range')}
              name="ip"
              placeholder="192.0.2.0/24"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={ip}
              onChange={(value) => set({ ip: value })}
            />
            <TextField
              label={t('Email domain')}
              name="mailDomain"
              placeholder="example.com"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={mailDomain}
              onChange={(value) => set({ mailDomain: value })}
            />
            <Select
              label={t('Posts and comments')}
              name="writtenMax"
              value={writtenMax}
              onChange={(value) => set({ writtenMax: value })}
              options={writtenOptions(writtenMax)}
            />
          </div>
        </details>
      </form>
    </search>
  )
}
