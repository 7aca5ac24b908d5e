import { type FormEvent, useState } from 'react'
import { useNavigator } from '../../router/navigator.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import styles from './Tables.module.css'
import { pathOfScreen } from './tableParams.ts'

/** Finds users by name, e-mail or IP address. A plain form, so that it works without JavaScript. */
export function UserSearch({ text: searched }: { text: string }) {
  const { navigate } = useNavigator()
  const [text, setText] = useState(searched)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const q = text.trim()
    navigate(pathOfScreen('users') + (q && `?${new URLSearchParams({ q })}`))
  }
  return (
    <search className={styles.search}>
      <form action={pathOfScreen('users')} className={styles.form} onSubmit={submit}>
        <div className={styles.field}>
          <TextField
            label="Find users by name, e-mail or IP address"
            hideLabel
            type="search"
            name="q"
            placeholder="Name, e-mail or IP address"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={text}
            onChange={setText}
          />
        </div>
        <Button type="submit" icon="search">
          Search
        </Button>
      </form>
    </search>
  )
}
