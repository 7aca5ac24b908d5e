import { type FormEvent, useState } from 'react'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { limits } from '../../../contract/limits.ts'
import { basisSentence, redressSentence, removedSentence } from '../../../contract/noticeTexts.ts'
import { t } from '../../../contract/texts/t.ts'
import type { ErasedContent } from '../../../contract/words.ts'
import { refusalOf } from '../../data/failure.ts'
import { useSuspension } from '../../data/moderation/appeals.ts'
import { ErasedContentField } from '../../features/erasing/ErasedContentField.tsx'
import { refusalText } from '../../features/failures/refusalText.ts'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { AppealCard } from '../../features/moderation/AppealCard.tsx'
import { useLayer } from '../../router/useLayer.ts'
import { CardPage } from '../../shell/layout/CardPage.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { NeedsScript } from '../../ui/layout/NeedsScript.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { rich } from '../../ui/text/rich.ts'
import { Time } from '../../ui/text/Time.tsx'
import styles from './SuspendedPage.module.css'

interface Credentials {
  readonly username: string
  readonly password: string
}
type Suspension = OutputOf<'getSuspension'>

/** What suspended members can still do. They have no session, so they give their password here. */
export default function SuspendedPage() {
  const [known, setKnown] = useState<{ credentials: Credentials; suspension: Suspension } | null>(null)
  return (
    <CardPage title={t('Suspended account')} wide needsScript>
      <NeedsScript>
        {known ? (
          <Suspended {...known} onChange={(suspension) => setKnown({ ...known, suspension })} />
        ) : (
          <CredentialsForm onKnown={(credentials, suspension) => setKnown({ credentials, suspension })} />
        )}
      </NeedsScript>
    </CardPage>
  )
}

function CredentialsForm({ onKnown }: { onKnown: (credentials: Credentials, found: Suspension) => void }) {
  const { read } = useSuspension()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (read.isPending) return
    const credentials = { username, password }
    read.mutate(credentials, {
      onSuccess: (suspension) => onKnown(credentials, suspension),
      onError: (error) =>
        setMistake(
          refusalOf(error)?.status === 401 ? t('Username and password do not match.') : refusalText(error),
        ),
    })
  }
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <p className={styles.text}>
        {t(
          'Log in to see why your account is suspended. You can also appeal, download your data or delete your account.',
        )}
      </p>
      <TextField
        label={t('Username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        onChange={setUsername}
      />
      <TextField
        label={t('Password')}
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        error={mistake}
        onChange={(value) => {
          setPassword(value)
          setMistake(null)
        }}
      />
      <Button type="submit" variant="main" wide busy={read.isPending}>
        {t('Continue')}
      </Button>
    </form>
  )
}

interface SuspendedProps {
  credentials: Credentials
  suspension: Suspension
  onChange: (suspension: Suspension) => void
}

function Suspended({ credentials, suspension, onChange }: SuspendedProps) {
  const { username, suspendedAt, expiresAt, reason, appeal, basis } = suspension
  const removed = removedSentence(suspension)
  return (
    <>
      <Banner tone="danger">
        {expiresAt
          ? rich('@{name} has been suspended since {start}. The suspension ends on {end}.', {
              name: username,
              start: <Time at={suspendedAt} format="date" />,
              end: <Time at={expiresAt} format="date" />,
            })
          : rich('@{name} has been suspended since {start}.', {
              name: username,
              start: <Time at={suspendedAt} format="date" />,
            })}{' '}
        {reason
          ? rich('Reason: {reason}', { reason: <bdi>{isolated(reason)}</bdi> })
          : t('No reason was given.')}
      </Banner>
      <p className={styles.text}>
        {expiresAt
          ? t("You can't log in or post anywhere on this site.")
          : t("You can't log in or post anywhere on this site until an admin lifts the suspension.")}{' '}
        {removed && `${removed} `}
        {basisSentence(basis)}
      </p>
      <p className={styles.text}>{redressSentence()}</p>
      {appeal ? (
        <ul>
          <AppealCard appeal={appeal} />
        </ul>
      ) : (
        <AppealForm credentials={credentials} onSent={(sent) => onChange({ ...suspension, appeal: sent })} />
      )}
      <OwnData credentials={credentials} />
    </>
  )
}

interface AppealFormProps {
  credentials: Credentials
  onSent: (appeal: OutputOf<'appealSuspension'>) => void
}

function AppealForm({ credentials, onSent }: AppealFormProps) {
  const { appeal } = useSuspension()
  const [text, setText] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (appeal.isPending) return
    if (text.trim() === '') return setMistake(t('Explain why the suspension should end.'))
    appeal.mutate(
      { ...credentials, text: text.trim() },
      { onSuccess: onSent, onError: (error) => setMistake(refusalText(error)) },
    )
  }
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <h2 className={styles.heading}>{t('Appeal')}</h2>
      <TextArea
        label={t('Why should the suspension end?')}
        hint={t('You can appeal once. Come back here for the answer.')}
        maxLength={limits.appealMaxLength}
        value={text}
        error={mistake}
        onChange={(value) => {
          setText(value)
          setMistake(null)
        }}
      />
      <Button type="submit" variant="main" busy={appeal.isPending}>
        {t('Send appeal')}
      </Button>
    </form>
  )
}

function OwnData({ credentials }: { credentials: Credentials }) {
  const { exportData, deleteAccount } = useSuspension()
  const notifyFailure = useNotifyFailure()
  const question = useLayer()
  const [content, setContent] = useState<ErasedContent>('keep')
  if (deleteAccount.isSuccess) return <Banner icon="success">{t('Account deleted.')}</Banner>
  const url = exportData.data?.url
  return (
    <>
      <h2 className={styles.heading}>{t('Your data')}</h2>
      {url ? (
        <Button icon="download" href={url} target="_self">
          {t('Download archive')}
        </Button>
      ) : (
        <>
          {exportData.data && (
            <p className={styles.text}>{t("We're creating your archive. Check again in a few minutes.")}</p>
          )}
          <Button
            icon="download"
            busy={exportData.isPending}
            onClick={() => exportData.mutate(credentials, { onError: notifyFailure })}
          >
            {exportData.data ? t('Check again') : t('Get an archive of your data')}
          </Button>
        </>
      )}
      <Button variant="danger" onClick={question.open}>
        {t('Delete account')}
      </Button>
      {question.isOpen && (
        <ConfirmDialog
          title={t('Delete @{name}?', { name: credentials.username })}
          confirmLabel={t('Delete permanently')}
          danger
          busy={deleteAccount.isPending}
          onConfirm={() =>
            deleteAccount.mutate(
              { ...credentials, content },
              { onSuccess: question.close, onError: notifyFailure },
            )
          }
          onClose={question.close}
        >
          <p>
            {t(
              "Your account and personal data will be permanently erased. Your username can't be used again.",
            )}
          </p>
          <ErasedContentField value={content} onChange={setContent} />
        </ConfirmDialog>
      )}
    </>
  )
}
