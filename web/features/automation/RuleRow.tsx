import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { automationStates } from '../../../contract/automation.ts'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { AutomationRule } from '../../../contract/entities/automation.ts'
import { t } from '../../../contract/texts/t.ts'
import {
  type AutomationScope,
  automationRuleQuery,
  useAutomation,
  useRefetchWhenUndone,
} from '../../data/automation/automation.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Select } from '../../ui/forms/Select.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { rich } from '../../ui/text/rich.ts'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { Loading } from '../failures/Loading.tsx'
import { refusalText } from '../failures/refusalText.ts'
import styles from './Automation.module.css'
import { ruleSentence, stateLabels } from './ruleTexts.ts'

interface RuleRowProps {
  scope: AutomationScope
  rule: AutomationRule
  onEdit: () => void
  onShowHits: () => void
  /** Null for the first and the last. */
  onMoveUp: (() => void) | null
  onMoveDown: (() => void) | null
}

/** A rule: what it does, whether it acts, and what it did. */
export function RuleRow({ scope, rule, onEdit, onShowHits, onMoveUp, onMoveDown }: RuleRowProps) {
  const history = useLayer()
  const undoing = useLayer()
  const deleting = useLayer()
  const { update, remove } = useAutomation(scope)
  const toasts = useToasts()
  const notify = (error: unknown) => toasts.show(refusalText(error), { tone: 'danger' })
  const labels = stateLabels()
  const { id, name, state, noHits, noReversed } = rule
  return (
    <li className={styles.rule}>
      <div className={styles.ruleTexts}>
        <p className={styles.name}>
          <bdi>{isolated(name)}</bdi>
          <Tag tone={state === 'on' ? 'accent' : 'neutral'}>{labels[state]}</Tag>
        </p>
        <p className={styles.sentence} dir="auto">
          {isolated(ruleSentence(rule.definition))}
        </p>
        <p className={styles.facts}>
          {t('{hits, plural, =0 {No hits} one {# hit} other {# hits}} in 7 days', { hits: noHits })}
          {noReversed > 0 && (
            <>
              {' · '}
              {t('{count, number} undone', { count: noReversed })}
            </>
          )}
        </p>
      </div>
      <div className={styles.rowActions}>
        <Button small aria-label={t('Edit “{rule}”', { rule: name })} onClick={onEdit}>
          {t('Edit')}
        </Button>
        <Menu
          label={t('More about “{rule}”', { rule: name })}
          icon="more"
          items={[
            ...automationStates
              .filter((one) => one !== state)
              .map((one) => ({
                label: stateActions()[one],
                onSelect: () => update.mutate({ ruleId: id, state: one }, { onError: notify }),
              })),
            { label: t('Show log'), onSelect: onShowHits },
            { label: t('History'), onSelect: history.open },
            { label: t('Undo its actions'), onSelect: undoing.open },
            ...(onMoveUp ? [{ label: t('Move up'), onSelect: onMoveUp }] : []),
            ...(onMoveDown ? [{ label: t('Move down'), onSelect: onMoveDown }] : []),
            { label: t('Delete'), onSelect: deleting.open },
          ]}
        />
      </div>
      {history.isOpen && <HistoryDialog scope={scope} rule={rule} onClose={history.close} />}
      {undoing.isOpen && <UndoDialog scope={scope} rule={rule} onClose={undoing.close} />}
      {deleting.isOpen && (
        <ConfirmDialog
          title={t('Delete “{rule}”?', { rule: name })}
          confirmLabel={t('Delete rule')}
          danger
          busy={remove.isPending}
          onConfirm={() => remove.mutate(id, { onSuccess: deleting.close, onError: notify })}
          onClose={deleting.close}
        >
          <p>{t("Its past actions stay, but you'll no longer be able to undo them all at once.")}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}

const stateActions = () => ({ on: t('Turn on'), shadow: t('Log only'), off: t('Turn off') })

/** Who changed a rule, when and why. */
function HistoryDialog({
  scope,
  rule,
  onClose,
}: Pick<RuleRowProps, 'scope' | 'rule'> & { onClose: () => void }) {
  const { data, error, refetch } = useQuery(automationRuleQuery(scope, rule.id))
  const labels = stateLabels()
  return (
    <Dialog title={t('History of “{rule}”', { rule: rule.name })} onClose={onClose}>
      {!data && <Loading error={error} onRetry={refetch} />}
      <ol>
        {data?.versions.map(({ version, name, state, definition, why, changedAt, changedBy }) => (
          <li key={version} className={styles.caught}>
            <p className={styles.name}>
              <bdi>{isolated(name)}</bdi>
              <Tag tone={state === 'on' ? 'accent' : 'neutral'}>{labels[state]}</Tag>
            </p>
            <p className={styles.sentence} dir="auto">
              {isolated(ruleSentence(definition))}
            </p>
            {why && (
              <p className={styles.sentence} dir="auto">
                {t('Reason: {reason}', { reason: why })}
              </p>
            )}
            <p className={styles.facts}>
              {changedBy
                ? rich('By @{name}, {time}.', { name: changedBy.username, time: <Time at={changedAt} /> })
                : rich('By a former moderator, {time}.', { time: <Time at={changedAt} /> })}
            </p>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

const hourMs = 3_600_000

/** Undoes what a rule did since a time, and shows the progress. */
function UndoDialog({
  scope,
  rule,
  onClose,
}: Pick<RuleRowProps, 'scope' | 'rule'> & { onClose: () => void }) {
  const [hours, setHours] = useState('24')
  const { undo } = useAutomation(scope)
  const { data } = useQuery(automationRuleQuery(scope, rule.id))
  const toasts = useToasts()
  const [latest] = data?.undos ?? []
  const ordered = data?.undos.find(({ id }) => id === undo.data?.id)
  useRefetchWhenUndone(scope, ordered)
  const title = t('Undo actions by “{rule}”', { rule: rule.name })
  if (undo.data)
    return (
      <Dialog
        title={title}
        onClose={onClose}
        actions={
          <Button variant="main" onClick={onClose}>
            {t('Close')}
          </Button>
        }
      >
        <Progress undo={ordered ?? undo.data} />
      </Dialog>
    )
  return (
    <FormDialog
      title={title}
      submitLabel={t('Undo')}
      busy={undo.isPending}
      onSubmit={() =>
        undo.mutate(
          { ruleId: rule.id, since: new Date(Date.now() - Number(hours) * hourMs).toISOString() },
          { onError: (error) => toasts.show(refusalText(error), { tone: 'danger' }) },
        )
      }
      onClose={onClose}
    >
      <p>
        {t(
          'Restores what it removed, unlocks what it locked, closes its reports and approves what it still holds. Later decisions by moderators are kept.',
        )}
      </p>
      <Select
        label={t('Time range')}
        value={hours}
        onChange={setHours}
        options={[
          { value: '1', label: t('The last hour') },
          { value: '24', label: t('The last 24 hours') },
          { value: '168', label: t('The last 7 days') },
          { value: '2160', label: t('The last 90 days') },
        ]}
      />
      {latest && <Progress undo={latest} />}
    </FormDialog>
  )
}

/** How far an undo is. */
const Progress = ({ undo: { finishedAt, noDone, noHits } }: { undo: OutputOf<'undoAutomation'> }) => (
  <div role="status" className={styles.facts}>
    {finishedAt === null
      ? t('{done, number} of {hits, number} undone so far.', { done: noDone, hits: noHits })
      : rich(
          '{hits, plural, =0 {Nothing was undone} one {# action was undone} other {# actions were undone}} ({time}).',
          { hits: noHits, time: <Time at={finishedAt} /> },
        )}
  </div>
)
