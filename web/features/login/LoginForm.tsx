import { type FormEvent, type ReactNode, useState } from 'react'
import { bareName } from '../../../contract/memberName.ts'
import { formPath } from '../../../contract/plainForms.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { withProof } from '../../data/account/withProof.ts'
import { useApi } from '../../data/api.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { PasswordField } from '../../ui/forms/PasswordField.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { useDialogs } from '../dialogs/dialogs.tsx'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'
import styles from './LoginForm.module.css'
import { loginMistake } from './loginMistake.ts'

interface LoginFormProps {
  /** Called once the viewer is logged in. */
  onLoggedIn: () => void
  /** The bar above has the button to sign up. */
  isBesideBar?: boolean
}

/** Username and password. */
export function LoginForm({ onLoggedIn, isBesideBar = false }: LoginFormProps) {
  const api = useApi()
  const { mail } = useInitial()
  const dialogs = useDialogs()
  const notifyFailure = useNotifyFailure()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const [help, setHelp] = useState<ReactNode>()
  const [isBusy, setIsBusy] = useState(false)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    return logIn()
  }
  const logIn = async () => {
    const missing = loginMistake({ username, password })
    setMistake(missing)
    if (missing) return
    setIsBusy(true)
    setHelp(null)
    const form = { api, username, password, setMistake, setHelp, notifyFailure }
    try {
      const user = await withProof(api, (proof) =>
        api.call('login', { body: { username, password, ...proof } }),
      )
      // Another tab has logged in meanwhile, and the server does not look at the password then.
      if (!user || user.username.toLowerCase() === bareName(username).toLowerCase()) return onLoggedIn()
      const { showOtherAccount } = await import('./loginRefusal.tsx')
      showOtherAccount(user.username, form, { onStay: onLoggedIn, onSwitched: logIn })
      setIsBusy(false)
    } catch (error) {
      setIsBusy(false)
      import('./loginRefusal.tsx').then(
        ({ showLoginRefusal }) => showLoginRefusal(error, form),
        () => notifyFailure(error),
      )
    }
  }

  return (
    <form
      className="stack"
      // Without scripts, and before they have arrived.
      {...(import.meta.env.SSR && { method: 'post', action: formPath('login') })}
      onSubmit={submit}
      noValidate
    >
      <TextField
        label={t('Username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        onChange={(value) => {
          setUsername(value)
          setMistake(null)
        }}
      />
      <PasswordField
        label={t('Password')}
        name="password"
        autoComplete="current-password"
        value={password}
        error={mistake}
        onChange={(value) => {
          setPassword(value)
          setMistake(null)
        }}
      />
      {help}
      {mail && (
        <Link href="/reset_password" className={styles.forgot}>
          {t('Forgot password?')}
        </Link>
      )}
      <Button type="submit" variant="main" wide busy={isBusy}>
        {t('Login')}
      </Button>
      {!isBesideBar && (
        <Button variant="soft" wide onClick={() => dialogs.open('signup')}>
          {t('Create account')}
        </Button>
      )}
    </form>
  )
}
