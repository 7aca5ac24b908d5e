import type { ReactNode } from 'react'
import { applicationPath } from '../../../contract/access.ts'
import type { ApiClient } from '../../../contract/endpoints/index.ts'
import { bareName } from '../../../contract/memberName.ts'
import { t } from '../../../contract/texts/t.ts'
import { logOut } from '../../data/account/logOut.ts'
import { withProof } from '../../data/account/withProof.ts'
import { refusalOf } from '../../data/failure.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Link } from '../../ui/navigation/Link.tsx'

interface LoginState {
  readonly api: ApiClient
  readonly username: string
  readonly password: string
  setMistake(text: string): void
  setHelp(help: ReactNode): void
  notifyFailure(error: unknown): void
}

/** Shows why a login was refused. Applicants, who are not members yet, are redirected to the page of their application. */
export function showLoginRefusal(error: unknown, login: LoginState): unknown {
  const { api, username, password, setMistake, setHelp, notifyFailure } = login
  const refusal = refusalOf(error)
  if (refusal?.code === 'application-waiting')
    return withProof(api, (proof) =>
      api.call('openApplication', { body: { username, password, ...proof } }),
    ).then(() => location.assign(applicationPath), notifyFailure)
  if (refusal?.code === 'account_suspended') {
    setMistake(t('@{username} is suspended.', { username }))
    return setHelp(<Link href="/suspended">{t('See why and what you can do')}</Link>)
  }
  return refusal?.status === 401 ? setMistake(t('Username and password do not match.')) : notifyFailure(error)
}

/** Says that another tab of this browser has logged in with another account, and offers both. */
export function showOtherAccount(
  current: string,
  { api, username, setHelp, notifyFailure }: LoginState,
  { onStay, onSwitched }: { onStay: () => void; onSwitched: () => Promise<unknown> },
): void {
  const change = async () => {
    try {
      await logOut(api)
      await onSwitched()
    } catch (error) {
      notifyFailure(error)
    }
  }
  setHelp(
    <>
      <p role="alert">{t("You're already logged in as @{current} in another tab.", { current })}</p>
      <Button wide onClick={onStay}>
        {t('Continue as @{current}', { current })}
      </Button>
      <Button wide onClick={change}>
        {t('Log out and continue as @{username}', { username: bareName(username) })}
      </Button>
    </>,
  )
}
