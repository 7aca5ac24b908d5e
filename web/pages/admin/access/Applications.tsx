import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReceivedApplication } from '../../../../contract/entities/application.ts'
import { limits } from '../../../../contract/limits.ts'
import { t } from '../../../../contract/texts/t.ts'
import { applicationsQuery, useDecideApplication } from '../../../data/access/applications.ts'
import { pathOfUser } from '../../../data/users/userPath.ts'
import { Loading } from '../../../features/failures/Loading.tsx'
import { refusalText } from '../../../features/failures/refusalText.ts'
import { useNotifyRefusal } from '../../../features/failures/useNotifyRefusal.ts'
import { useShownPage } from '../../../router/page.ts'
import { useLayer } from '../../../router/useLayer.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { LoadMore } from '../../../ui/buttons/LoadMore.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { useToasts } from '../../../ui/feedback/toasts.tsx'
import { TextArea } from '../../../ui/forms/TextArea.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Link } from '../../../ui/navigation/Link.tsx'
import { SegmentedLinks } from '../../../ui/navigation/SegmentedLinks.tsx'
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx'
import { isolated } from '../../../ui/text/isolated.tsx'
import { rich } from '../../../ui/text/rich.ts'
import { Tag } from '../../../ui/text/Tag.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import { parseApplications, pathOfScreen } from '../tableParams.ts'
import styles from './Applications.module.css'

type Selected = { application: ReceivedApplication; action: 'decline' | 'ask' }

/** Applications: waiting or decided ones. */
export function Applications() {
  const given = parseApplications(new URLSearchParams(useShownPage().search))
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    applicationsQuery(given),
  )
  const dialog = useLayer()
  const [selected, setSelected] = useState<Selected | null>(null)
  const applications = data?.pages.flatMap(({ rows }) => rows)
  const isWaiting = given.filter === 'waiting'
  return (
    <>
      <ScreenHead
        title={t('Applications')}
        hint={
          isWaiting
            ? t('People who want to join, oldest first.')
            : t('Applications are deleted {count, plural, one {# day} other {# days}} after the decision.', {
                count: limits.decidedApplicationDays,
              })
        }
      />
      <div className="filters">
        <SegmentedLinks
          label={t('Applications')}
          items={[
            { label: t('Waiting'), href: pathOfScreen('applications'), current: isWaiting },
            { label: t('Decided'), href: `${pathOfScreen('applications')}?q=decided`, current: !isWaiting },
          ]}
        />
      </div>
      {applications ? (
        applications.length === 0 ? (
          <EmptyState
            icon="communities"
            title={isWaiting ? t('No applications waiting') : t('No decisions yet')}
            text={t('If joining needs approval, applications show up here. See Access.')}
          />
        ) : (
          <Card>
            <ul aria-label={t('Applications')}>
              {applications.map((application) => (
                <Row
                  key={application.id}
                  application={application}
                  onAsk={(action) => {
                    setSelected({ application, action })
                    dialog.open()
                  }}
                />
              ))}
            </ul>
          </Card>
        )
      ) : (
        <Loading error={error} onRetry={refetch} />
      )}
      {hasNextPage && <LoadMore busy={isFetchingNextPage} onLoad={() => fetchNextPage()} />}
      {dialog.isOpen && selected && <TextDialog {...selected} onClose={dialog.close} />}
    </>
  )
}

interface RowProps {
  application: ReceivedApplication
  onAsk: (action: Selected['action']) => void
}

function Row({ application, onAsk }: RowProps) {
  const {
    username,
    email,
    createdAt,
    createdIP,
    state,
    answers,
    questions,
    decidedAt,
    decidedBy,
    decisionText,
  } = application
  const isOpen = questions.some(({ answer }) => answer === null)
  const mayAsk = !isOpen && questions.length < limits.applicationQuestionsMax
  return (
    <li className="entry">
      <p className={styles.name}>
        {state === 'approved' ? <Link href={pathOfUser(username)}>@{username}</Link> : <bdi>@{username}</bdi>}{' '}
        {state === 'approved' && <Tag>{t('Approved')}</Tag>}
        {state === 'declined' && <Tag tone="danger">{t('Declined')}</Tag>}
        {state === 'waiting' && isOpen && <Tag tone="neutral">{t('Awaiting reply')}</Tag>}
      </p>
      <p className="quiet">
        <Time at={createdAt} /> · {email ?? t('no email address')}
        {createdIP && (
          <>
            {' · '}
            <Link href={`${pathOfScreen('users')}?${new URLSearchParams({ q: createdIP })}`}>
              {createdIP}
            </Link>
          </>
        )}
        {decidedAt && decidedBy && (
          <>
            {' · '}
            {rich(
              '{state, select, approved {approved by {admin} {time}} other {declined by {admin} {time}}}',
              {
                state: state === 'approved' ? 'approved' : 'declined',
                admin: <Link href={pathOfUser(decidedBy)}>@{decidedBy}</Link>,
                time: <Time at={decidedAt} />,
              },
            )}
          </>
        )}
      </p>
      <dl className={styles.answers}>
        {[...answers, ...questions].map(({ question, answer }) => (
          <div key={question}>
            <dt dir="auto">{isolated(question)}</dt>
            <dd dir="auto">{answer ?? <em>{t('No answer yet')}</em>}</dd>
          </div>
        ))}
        {decisionText && (
          <div>
            <dt>{t('Message to the applicant')}</dt>
            <dd dir="auto">{isolated(decisionText)}</dd>
          </div>
        )}
      </dl>
      {state === 'waiting' && (
        <div className="buttons">
          <Approve application={application} />
          <Button
            small
            aria-label={t('Decline @{name}', { name: username })}
            onClick={() => onAsk('decline')}
          >
            {t('Decline')}
          </Button>
          {mayAsk && (
            <Button small aria-label={t('Ask @{name}', { name: username })} onClick={() => onAsk('ask')}>
              {t('Ask')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

function Approve({ application: { id, username } }: { application: ReceivedApplication }) {
  const decide = useDecideApplication()
  const notify = useNotifyRefusal()
  const toasts = useToasts()
  return (
    <Button
      small
      variant="main"
      aria-label={t('Approve @{name}', { name: username })}
      busy={decide.isPending}
      onClick={() =>
        decide.mutate(
          { id, action: 'approve' },
          {
            onSuccess: () =>
              toasts.show(t('@{name} is now a member.', { name: username }), { tone: 'success' }),
            onError: notify,
          },
        )
      }
    >
      {t('Approve')}
    </Button>
  )
}

const wordsOf = (action: Selected['action'], name: string) =>
  action === 'decline'
    ? {
        title: t('Decline @{name}', { name }),
        label: t('Reason (optional)'),
        hint: t('Sent to the applicant.'),
        send: t('Decline'),
      }
    : {
        title: t('Ask @{name}', { name }),
        label: t('Question'),
        hint: t("You can decide once they've answered."),
        send: t('Ask'),
      }

function TextDialog({ application: { id, username }, action, onClose }: Selected & { onClose: () => void }) {
  const decide = useDecideApplication()
  const [text, setText] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const { title, label, hint, send } = wordsOf(action, username)
  const submit = () => {
    decide.mutate(
      { id, action, text },
      { onSuccess: onClose, onError: (error) => setMistake(refusalText(error)) },
    )
  }
  return (
    <FormDialog
      title={title}
      submitLabel={send}
      danger={action === 'decline'}
      busy={decide.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextArea
        label={label}
        rows={3}
        value={text}
        maxLength={limits.applicationTextMaxLength}
        hint={hint}
        error={mistake}
        onChange={(value) => {
          setText(value)
          setMistake(null)
        }}
      />
    </FormDialog>
  )
}
