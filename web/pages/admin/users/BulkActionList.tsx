import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BulkAction } from '../../../../contract/entities/bulkAction.ts'
import { listText } from '../../../../contract/texts/list.ts'
import { t } from '../../../../contract/texts/t.ts'
import type { BulkActionStep } from '../../../../contract/words.ts'
import { bulkActionsQuery, isRunning, useChangeBulkAction } from '../../../data/admin/bulkActions.ts'
import { refreshMembers } from '../../../data/admin/members.ts'
import { useNotifyRefusal } from '../../../features/failures/useNotifyRefusal.ts'
import { useLayer } from '../../../router/useLayer.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { formatDate } from '../../../ui/text/formatDate.ts'
import { isolated } from '../../../ui/text/isolated.tsx'
import { rich } from '../../../ui/text/rich.ts'
import { Time } from '../../../ui/text/Time.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import { pathOfScreen } from '../tableParams.ts'
import styles from './BulkActions.module.css'
import { bulkActionText, countOf, filterText, progressText } from './bulkTexts.ts'

/** What was done to many accounts at once in the last 30 days, with the progress. */
export function BulkActionList() {
  const { data } = useSuspenseQuery(bulkActionsQuery)
  const queryClient = useQueryClient()
  // What a running action has changed since the table was loaded.
  useEffect(() => {
    if (data.length > 0) void refreshMembers(queryClient)
  }, [data, queryClient])
  return (
    <>
      <ScreenHead title={t('Bulk actions')} hint={t('You can undo most actions for 30 days.')} />
      {data.length === 0 ? (
        <EmptyState
          icon="user"
          title={t('No bulk actions')}
          text={t('Bulk actions show up here. To start one, filter users and select all.')}
          action={<Button href={pathOfScreen('users')}>{t('Find users')}</Button>}
        />
      ) : (
        <div className="cards">
          {data.map((action) => (
            <OneAction key={action.id} action={action} />
          ))}
        </div>
      )}
    </>
  )
}

function OneAction({ action }: { action: BulkAction }) {
  const { accounts, done, orderedBy, orderedAt, reason, expiresAt, votesSince, filter, skipped } = action
  const title = bulkActionText(action.action, countOf(action))
  const running = isRunning(action)
  // Removing content or recounting votes is the longer half.
  const parts = action.withContent || isAboutVotes(action) ? 2 : 1
  const left = action.contentLeft + action.votesLeft
  const share = (done + (parts === 2 ? Math.max(done - left, 0) : 0)) / (accounts * parts || 1)
  return (
    <Card as="section" padded aria-label={title}>
      <div className={styles.head}>
        <h3 className={styles.title}>{title}</h3>
        {running && action.undoes === null && <Step action={action} step="stop" />}
        {!running && action.isUndoable && <Step action={action} step="undo" />}
      </div>
      <p className={styles.facts}>
        {orderedBy
          ? rich('By @{name}, {time}.', { name: orderedBy, time: <Time at={orderedAt} /> })
          : rich('From the command line or by a former admin, {time}.', {
              time: <Time at={orderedAt} />,
            })}{' '}
        {action.undoes !== null && undoneText(action)}{' '}
        {filter && t('Filters: {filter}.', { filter: filterText(filter) })}{' '}
        {action.withContent &&
          action.action !== 'remove' &&
          (action.action === 'ban' ? t('Their content is removed.') : t('Removed content is restored.'))}{' '}
        {votesSince && rich('Votes since {time}.', { time: <Time at={votesSince} /> })}{' '}
        {expiresAt && t('Until {date}.', { date: formatDate(new Date(expiresAt)) })}{' '}
        {reason && rich('Reason: {reason}', { reason: <bdi>{isolated(reason)}</bdi> })}
      </p>
      {running && <progress className={styles.bar} aria-label={title} value={share} />}
      <div role="status" className={styles.facts}>
        {progressText(action)}{' '}
        {skipped.length > 0 && t('Skipped: {names}.', { names: listText(skipped.map((name) => `@${name}`)) })}
      </div>
    </Card>
  )
}

const isAboutVotes = ({ action }: BulkAction) => action === 'uncount_votes' || action === 'count_votes'

function undoneText({ action }: BulkAction): string {
  if (action === 'restore') return t('Undoes an earlier removal.')
  return action === 'count_votes' || action === 'end_slow_votes'
    ? t('Undoes an earlier action.')
    : t('Undoes an earlier ban.')
}

const wordsOf = (step: BulkActionStep, action: BulkAction) => {
  const count = action.accounts
  if (step === 'stop')
    return {
      label: t('Stop'),
      title: t('Stop this action on {count, plural, one {# account} other {# accounts}}?', { count }),
      text: t("This doesn't undo changes already made."),
    }
  if (action.action === 'remove')
    return {
      label: t('Undo'),
      title: t('Restore {count, plural, one {# post or comment} other {# posts and comments}}?', {
        count: action.contents,
      }),
      text: t('Everything this action removed will be restored.'),
    }
  if (action.action === 'uncount_votes')
    return {
      label: t('Undo'),
      title: t('Count votes from {count, plural, one {# account} other {# accounts}} again?', { count }),
      text: t('Their votes will count again.'),
    }
  if (action.action === 'slow_votes')
    return {
      label: t('Undo'),
      title: t('Let {count, plural, one {# account} other {# accounts}} vote normally again?', { count }),
      text: t('They can vote normally again.'),
    }
  return {
    label: t('Undo'),
    title: t('Undo {count, plural, one {# ban} other {# bans}}?', { count }),
    text: t("This lifts bans that haven't been changed since, and restores the content they removed."),
  }
}

function Step({ action, step }: { action: BulkAction; step: BulkActionStep }) {
  const question = useLayer()
  const change = useChangeBulkAction()
  const notifyRefusal = useNotifyRefusal()
  const { label, title, text } = wordsOf(step, action)
  return (
    <>
      <Button small onClick={question.open}>
        {label}
      </Button>
      {question.isOpen && (
        <ConfirmDialog
          title={title}
          confirmLabel={label}
          danger={false}
          busy={change.isPending}
          onConfirm={() =>
            change.mutate({ id: action.id, step }, { onSuccess: question.close, onError: notifyRefusal })
          }
          onClose={question.close}
        >
          <p>{text}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
