import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { applicationPath } from '../../../contract/access.ts'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { initialQuery, useInitial } from '../../data/account/initial.ts'
import { showAsMember } from '../../data/account/showAsMember.ts'
import { useApi } from '../../data/api.ts'
import { refusalOf } from '../../data/failure.ts'
import { useNavigator } from '../../router/navigator.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Mistake } from '../../ui/forms/Mistake.tsx'
import { PasswordField } from '../../ui/forms/PasswordField.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { rich } from '../../ui/text/rich.ts'
import { AgreementFields, agreementOf, isAgreed, nothingTicked } from '../agreement/AgreementFields.tsx'
import { useDialogs } from '../dialogs/dialogs.tsx'
import { refusalText } from '../failures/refusalText.ts'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'
import { Hcaptcha } from './Hcaptcha.tsx'
import styles from './SignupForm.module.css'
import {
  mistakeOfRefusal,
  mistakeWhenLeft,
  type SignupFields,
  type SignupMistakes,
  signupMistakes,
  takenText,
  usernameFormMinLength,
  usernameMistake,
} from './signupMistakes.ts'
import { CaptchaMissing, useCaptcha } from './useCaptcha.ts'
import { useGuessedWords } from './useGuessedWords.ts'

const empty: SignupFields = { username: '', email: '', password: '', repeatPassword: '' }
/** In the order of the form. */
const fieldNames = ['username', 'email', 'password', 'repeatPassword'] as const

/** Site or invitation have changed while the form was open. */
const refusesJoining = (code: string | undefined): boolean =>
  [
    'approval-needed',
    'approval-not-needed',
    'invitation-needed',
    'invitation-not-found',
    'signups-disabled',
  ].includes(code ?? '')

interface SignupFormProps {
  isDisabled: boolean
  /** The code of the invitation. */
  invitation?: string
}

/**
 * The sign-up form, or if admins approve who joins and there is no invitation, the form to apply. On success the page stays, and the
 * new member chooses communities; the first admin goes to the set-up.
 */
export function SignupForm({ isDisabled, invitation }: SignupFormProps) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { navigate } = useNavigator()
  const dialogs = useDialogs()
  const notifyFailure = useNotifyFailure()
  const {
    captcha,
    hcaptchaSiteKey,
    mail,
    joining,
    approvalQuestions,
    emailNeeded,
    confirmedEmailToPost,
    privateForum,
    termsToAccept,
    ageToDeclare,
  } = useInitial()
  const asked = { termsToAccept, ageToDeclare }
  const [ticked, setTicked] = useState(nothingTicked)
  const [isChecked, setIsChecked] = useState(false)
  const isApplying = joining === 'approval' && !invitation
  const questions = isApplying ? approvalQuestions : []
  const [answers, setAnswers] = useState<readonly string[]>([])
  const [unanswered, setUnanswered] = useState(false)
  const { getToken, setToken, progress } = useCaptcha()
  const [fields, setFields] = useState(empty)
  const [mistakes, setMistakes] = useState<SignupMistakes>({})
  const [formMistake, setFormMistake] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  const { username: _unknown, ...words } = useGuessedWords('')
  const site = { ...words, emailNeeded }
  const form = useRef<HTMLFormElement>(null)
  /** What is wrong may be above what is on the screen. */
  const showMistakes = (found: SignupMistakes) => {
    setMistakes(found)
    const [first] = fieldNames.filter((name) => found[name] !== undefined)
    const field = first && form.current?.elements.namedItem(first)
    if (field instanceof HTMLElement) field.focus()
  }

  const field = (name: keyof SignupFields) => ({
    name,
    value: fields[name],
    error: mistakes[name],
    disabled: isDisabled,
    onBlur: () => {
      const mistake = mistakeWhenLeft(name, fields, site)
      if (mistake) setMistakes((old) => ({ ...old, [name]: mistake }))
    },
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

  // In a private forum, guests learn it only when they send the form.
  const isTaken = async (username: string) =>
    !privateForum &&
    api.call('checkUsername', { params: { username } }).then(
      ({ isFree }) => !isFree,
      // Other errors are ignored here, because the server checks again when the form is sent.
      () => false,
    )

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = signupMistakes(fields, site)
    const isUnanswered = questions.some((_question, place) => !answers[place]?.trim())
    showMistakes(found)
    setUnanswered(isUnanswered)
    setIsChecked(true)
    setFormMistake(null)
    if (Object.keys(found).length > 0 || isUnanswered || !isAgreed(asked, ticked)) return
    setIsBusy(true)
    try {
      const { username, email, password } = fields
      const captchaToken = await getToken()
      const account = { username, email: email || null, password, captchaToken, ...agreementOf(asked) }
      if (isApplying) {
        await api.call('apply', {
          body: { ...account, answers: questions.map((_, place) => answers[place] ?? '') },
        })
        location.assign(applicationPath)
        return
      }
      const user = await api.call('signup', { body: { ...account, ...(invitation && { invitation }) } })
      // The pages for guests of a private forum are useless for members.
      if (privateForum && !invitation) {
        location.assign('/')
        return
      }
      await showAsMember(queryClient)
      if (user.isAdmin) navigate('/admin/setup')
      else dialogs.open('welcome')
    } catch (error) {
      setIsBusy(false)
      const code = refusalOf(error)?.code
      const refused = code === undefined ? null : mistakeOfRefusal(code, fields)
      if (error instanceof CaptchaMissing) setFormMistake(error.message)
      else if (code === 'first_admin_link_needed') setFormMistake(refusalText(error))
      else if (refused) showMistakes(refused)
      else if (code === 'terms-not-accepted' || code === 'age-not-declared') {
        // The site has changed what it asks since the form was opened.
        setFormMistake(refusalText(error))
        setTicked(nothingTicked)
        void queryClient.invalidateQueries(initialQuery)
      } else if (refusesJoining(code)) setFormMistake(refusalText(error))
      else {
        if (code?.startsWith('captcha')) setToken('')
        notifyFailure(error)
      }
    }
  }

  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <TextField
        {...field('username')}
        label={t('Username')}
        hint={t('At least {count, number} characters.', { count: usernameFormMinLength })}
        keepsHint
        maxLength={limits.usernameMaxLength}
        limitedText
        autoComplete="username"
        onBlur={checkUsername}
      />
      <TextField
        {...field('email')}
        label={emailNeeded ? t('Email') : t('Email (optional)')}
        type="email"
        autoComplete="email"
        hint={
          confirmedEmailToPost
            ? t('Only you and the admins can see it. You need one to post.')
            : t('Only you and the admins can see it.')
        }
      />
      <PasswordField
        {...field('password')}
        label={t('Password')}
        hint={t('At least {count, number} characters.', { count: limits.passwordMinLength })}
        keepsHint
        autoComplete="new-password"
      />
      <PasswordField {...field('repeatPassword')} label={t('Repeat password')} autoComplete="new-password" />
      {questions.map((question, place) => (
        <TextArea
          key={question}
          label={question}
          rows={2}
          disabled={isDisabled}
          value={answers[place] ?? ''}
          maxLength={limits.approvalAnswerMaxLength}
          error={unanswered && !answers[place]?.trim() ? t('Answer this question.') : undefined}
          onChange={(value) =>
            setAnswers((old) => questions.map((_, other) => (other === place ? value : (old[other] ?? ''))))
          }
        />
      ))}
      {isApplying && (
        <p className={styles.note}>
          {mail
            ? t(
                "An admin reviews each application. You'll see the decision here, and get it by email if you enter an address.",
              )
            : t("An admin reviews each application. You'll see the decision here.")}
        </p>
      )}
      {captcha === 'hcaptcha' && !isDisabled && <Hcaptcha siteKey={hcaptchaSiteKey} onToken={setToken} />}
      <Mistake text={formMistake} />
      {progress !== null && (
        <div className={styles.progress}>
          <progress value={progress} aria-label={t("Checking that you're not a robot…")} />
          {t("Checking that you're not a robot…")}
        </div>
      )}
      <AgreementFields
        asked={asked}
        ticked={ticked}
        onChange={setTicked}
        isChecked={isChecked}
        disabled={isDisabled}
      />
      <p className={styles.note}>
        {termsToAccept === ''
          ? rich('By signing up, you agree to the <terms>terms</terms> and <rules>guidelines</rules>.', {
              terms: linkTo('/terms'),
              rules: linkTo('/guidelines'),
            })
          : rich('By signing up, you agree to the <rules>guidelines</rules>.', {
              rules: linkTo('/guidelines'),
            })}
      </p>
      <Button type="submit" variant="main" wide busy={isBusy} disabled={isDisabled}>
        {isApplying ? t('Apply') : t('Create account')}
      </Button>
      <Button variant="soft" wide onClick={() => dialogs.open('login')}>
        {t('I already have an account')}
      </Button>
    </form>
  )
}

const linkTo = (href: string) => (inside: ReactNode) => (
  <Link href={href} target="_blank">
    {inside}
  </Link>
)
