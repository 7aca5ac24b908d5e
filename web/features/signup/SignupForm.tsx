import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { useInitial } from '../../data/account/initial.ts'
import { showAsMember } from '../../data/account/showAsMember.ts'
import { useApi } from '../../data/api.ts'
import { refusalOf } from '../../data/failure.ts'
import { useNavigator } from '../../router/navigator.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { useDialogs } from '../dialogs/dialogs.tsx'
import { refusalText } from '../failures/refusalText.ts'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'
import { Hcaptcha } from './Hcaptcha.tsx'
import styles from './SignupForm.module.css'
import { type SignupFields, type SignupMistakes, signupMistakes, usernameMistake } from './signupMistakes.ts'
import { CaptchaMissing, useCaptcha } from './useCaptcha.ts'

const empty: SignupFields = { username: '', email: '', password: '', repeatPassword: '' }
const takenText = (username: string) => `${username} is already taken.`

/** The sign-up form. On success the page stays, and the new member chooses what to see; the first admin sets the site up. */
export function SignupForm({ isDisabled }: { isDisabled: boolean }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { navigate } = useNavigator()
  const dialogs = useDialogs()
  const notifyFailure = useNotifyFailure()
  const { captcha, hcaptchaSiteKey } = useInitial()
  const { getToken, setToken, progress } = useCaptcha()
  const [fields, setFields] = useState(empty)
  const [mistakes, setMistakes] = useState<SignupMistakes>({})
  const [formMistake, setFormMistake] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  const field = (name: keyof SignupFields) => ({
    name,
    value: fields[name],
    error: mistakes[name],
    disabled: isDisabled,
    onChange: (value: string) => {
      setFields((old) => ({ ...old, [name]: value }))
      setMistakes(({ [name]: _corrected, ...others }) => others)
    },
  })

  const checkUsername = async () => {
    const { username } = fields
    if (username === '') return
    const mistake = usernameMistake(username) ?? ((await isTaken(username)) ? takenText(username) : undefined)
    if (mistake) setMistakes((old) => ({ ...old, username: mistake }))
  }

  const isTaken = (username: string) =>
    api.call('getUser', { params: { username } }).then(
      () => true,
      // Other errors are ignored here, because the server checks again when the form is sent.
      () => false,
    )

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = signupMistakes(fields)
    setMistakes(found)
    setFormMistake(null)
    if (Object.keys(found).length > 0) return
    setIsBusy(true)
    try {
      const { username, email, password } = fields
      const captchaToken = await getToken()
      const user = await api.call('signup', {
        body: { username, email: email || null, password, captchaToken },
      })
      await showAsMember(queryClient)
      if (user.isAdmin) navigate('/admin/setup')
      else dialogs.open('welcome')
    } catch (error) {
      setIsBusy(false)
      const code = refusalOf(error)?.code
      if (error instanceof CaptchaMissing) setFormMistake(error.message)
      else if (code === 'first_admin_link_needed') setFormMistake(refusalText(error))
      else if (code === 'invalid-username') setMistakes({ username: refusalText(error) })
      else if (code === 'user_exists') setMistakes({ username: takenText(fields.username) })
      else {
        if (code?.startsWith('captcha')) setToken('')
        notifyFailure(error)
      }
    }
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        {...field('username')}
        label="Username"
        maxLength={limits.usernameMaxLength}
        limitedText
        autoComplete="username"
        onBlur={checkUsername}
      />
      <TextField
        {...field('email')}
        label="Email (optional)"
        type="email"
        autoComplete="email"
        hint="Nobody but you and the admins sees it."
      />
      <TextField {...field('password')} label="Password" type="password" autoComplete="new-password" />
      <TextField
        {...field('repeatPassword')}
        label="Repeat password"
        type="password"
        autoComplete="new-password"
      />
      {captcha === 'hcaptcha' && !isDisabled && <Hcaptcha siteKey={hcaptchaSiteKey} onToken={setToken} />}
      {formMistake && (
        <p className={styles.mistake} role="alert">
          {formMistake}
        </p>
      )}
      {progress !== null && (
        <div className={styles.progress}>
          <progress value={progress} aria-label="Checking that you are not a robot" />
          Checking that you are not a robot…
        </div>
      )}
      <Button type="submit" variant="main" wide busy={isBusy} disabled={isDisabled}>
        Create account
      </Button>
      <Button variant="soft" wide onClick={() => dialogs.open('login')}>
        I already have an account
      </Button>
    </form>
  )
}
