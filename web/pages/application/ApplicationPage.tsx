import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useContext, useState } from 'react'
import type { Application } from '../../../contract/entities/application.ts'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import {
  ownApplicationQuery,
  useAnswerApplication,
  useWithdrawApplication,
} from '../../data/access/applications.ts'
import { useInitial } from '../../data/account/initial.ts'
import { logOut } from '../../data/account/logOut.ts'
import { SiteContext } from '../../data/account/site.ts'
import { useApi } from '../../data/api.ts'
import { refusalOf } from '../../data/failure.ts'
import { Loading } from '../../features/failures/Loading.tsx'
import { refusalText } from '../../features/failures/refusalText.ts'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { useLayer } from '../../router/useLayer.ts'
import { CardPage } from '../../shell/layout/CardPage.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { NeedsScript } from '../../ui/layout/NeedsScript.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { PlainLines } from '../../ui/text/PlainLines.tsx'
import { Time } from '../../ui/text/Time.tsx'
import styles from './ApplicationPage.module.css'

/**
 * The page of an applicant. The browser fetches the application, because the server shares rendered pages between all guests.
 */
export default function ApplicationPage() {
  return (
    <CardPage title={t('Your application')} wide needsScript>
      <NeedsScript>
        <Content />
      </NeedsScript>
    </CardPage>
  )
}

function Content() {
  const { user } = useInitial()
  const { data, error, refetch } = useQuery({
    ...ownApplicationQuery,
    enabled: !user && !import.meta.env.SSR,
  })
  if (user)
    return (
      <>
        <Banner icon="success">{t("You're a member now.")}</Banner>
        <Button variant="main" wide href="/" target="_self">
          {t('Go home')}
        </Button>
      </>
    )
  // Approved meanwhile, or withdrawn in another window.
  if (refusalOf(error)?.status === 401) return <NoneHere />
  if (data) return <Shown application={data} />
  return <Loading error={error} onRetry={refetch} title={t("Couldn't load your application.")} />
}

const NoneHere = () => (
  <>
    <p className={styles.text}>
      {t("No open application found. If you've applied, log in with your username and password.")}
    </p>
    <Button variant="main" wide href="/login" target="_self">
      {t('Log in')}
    </Button>
  </>
)

function Shown({ application }: { application: Application }) {
  const site = useContext(SiteContext)
  const { username, email, state, answers, questions, createdAt, decidedAt, decisionText } = application
  const open = questions.find(({ answer }) => answer === null)
  return (
    <>
      {state === 'declined' ? (
        <Banner tone="danger">
          {t('The admins of {site} declined your application.', { site: site.name })}
          {decidedAt && (
            <>
              {' '}
              <Time at={decidedAt} />
            </>
          )}
        </Banner>
      ) : open ? (
        <Banner tone="warning">{t('The admins have a question before they decide.')}</Banner>
      ) : (
        <Banner icon="info">
          {email
            ? t('The admins of {site} will review it and email you at {email}.', { site: site.name, email })
            : t('The admins of {site} will review it. Come back to see their decision.', { site: site.name })}
        </Banner>
      )}
      {decisionText && <PlainLines text={decisionText} quoted />}
      {open && state === 'waiting' && <Answer question={open.question} />}
      <dl className={styles.facts}>
        <div>
          <dt>{t('Username')}</dt>
          <dd>@{username}</dd>
        </div>
        <div>
          <dt>{t('Sent')}</dt>
          <dd>
            <Time at={createdAt} />
          </dd>
        </div>
        {[...answers, ...questions].map(
          ({ question, answer }) =>
            answer !== null && (
              <div key={question}>
                <dt dir="auto">{isolated(question)}</dt>
                <dd dir="auto">{isolated(answer)}</dd>
              </div>
            ),
        )}
      </dl>
      <div className="buttons">
        <Withdraw isDeclined={state === 'declined'} />
        <LogOut />
      </div>
    </>
  )
}

function Answer({ question }: { question: string }) {
  const [text, setText] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const answer = useAnswerApplication()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return setMistake(t('Enter an answer.'))
    answer.mutate(text, { onError: (error) => setMistake(refusalText(error)) })
  }
  return (
    <form className="stack" onSubmit={send} noValidate>
      <TextArea
        label={question}
        rows={3}
        value={text}
        maxLength={limits.approvalAnswerMaxLength}
        error={mistake}
        onChange={(value) => {
          setText(value)
          setMistake(null)
        }}
      />
      <Button type="submit" variant="main" wide busy={answer.isPending}>
        {t('Send answer')}
      </Button>
    </form>
  )
}

function Withdraw({ isDeclined }: { isDeclined: boolean }) {
  const question = useLayer()
  const notifyFailure = useNotifyFailure()
  const withdraw = useWithdrawApplication()
  return (
    <>
      <Button variant="danger" onClick={question.open}>
        {isDeclined ? t('Delete') : t('Withdraw')}
      </Button>
      {question.isOpen && (
        <ConfirmDialog
          title={isDeclined ? t('Delete your application?') : t('Withdraw your application?')}
          confirmLabel={isDeclined ? t('Delete') : t('Withdraw')}
          danger
          busy={withdraw.isPending}
          onConfirm={() =>
            withdraw.mutate(undefined, {
              onSuccess: () => location.assign('/'),
              onError: notifyFailure,
            })
          }
          onClose={question.close}
        >
          <p>{t('Everything you wrote in it will be deleted.')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function LogOut() {
  const api = useApi()
  const notifyFailure = useNotifyFailure()
  const leave = () =>
    logOut(api)
      .then(() => location.assign('/'))
      .catch(notifyFailure)
  return (
    <Button variant="soft" icon="logout" onClick={() => void leave()}>
      {t('Log out')}
    </Button>
  )
}
