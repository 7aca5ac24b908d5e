import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import {
  type AutomationAct,
  type AutomationState,
  automationActs,
  automationStates,
} from '../../../contract/automation.ts'
import { commentersName } from '../../../contract/commentLimitNames.ts'
import type {
  AutomationActGiven,
  AutomationCondition,
  AutomationDefinition,
  AutomationTrial,
} from '../../../contract/entities/automation.ts'
import { limits } from '../../../contract/limits.ts'
import { heldHours } from '../../../contract/limitValues.ts'
import { t } from '../../../contract/texts/t.ts'
import { commenterGroups } from '../../../contract/words.ts'
import { useInitial } from '../../data/account/initial.ts'
import { type AutomationScope, useAutomation } from '../../data/automation/automation.ts'
import { reviewSettingsQuery } from '../../data/moderation/held.ts'
import { mayModerate } from '../../data/users/mayModerate.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Select } from '../../ui/forms/Select.tsx'
import { Switch } from '../../ui/forms/Switch.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { hourLengths, slowModeLengths } from '../postActions/limitDraft.ts'
import { useConfirmLeave } from '../unsavedChanges/useConfirmLeave.tsx'
import styles from './Automation.module.css'
import { Caught } from './Caught.tsx'
import { Conditions } from './Conditions.tsx'
import { mistakeText } from './mistakeText.ts'
import type { RuleDraft } from './presets.ts'
import { actLabels, ruleSentence, stateLabels } from './ruleTexts.ts'

interface RuleEditorProps {
  scope: AutomationScope
  /** The rule as it is; a new one has no id. */
  before: RuleDraft & { readonly id?: string; readonly state?: AutomationState }
  onClose: () => void
}

/** The outermost conditions as a group, because the form shows rows. */
const asGroup = (when: AutomationCondition): AutomationCondition =>
  (when.is === 'all' || when.is === 'any') && !when.not ? when : { is: 'all', of: [when] }

/** Creates or changes a rule, and tries it on the past before it is saved. */
export function RuleEditor({ scope, before, onClose }: RuleEditorProps) {
  const [name, setName] = useState(before.name)
  const [state, setState] = useState<AutomationState>(before.state ?? 'on')
  const [definition, setDefinition] = useState<AutomationDefinition>({
    ...before.definition,
    when: asGroup(before.definition.when),
  })
  const [why, setWhy] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const [trial, setTrial] = useState<AutomationTrial | null>(null)
  const { create, update, attempt } = useAutomation(scope)
  const toasts = useToasts()
  const now = JSON.stringify([name, state, definition, why])
  const [first] = useState(now)
  const { question } = useConfirmLeave(now !== first, t('Your changes will be lost.'))
  useEffect(() => {
    document.getElementById('automation-rule-title')?.focus()
  }, [])
  const change = (fields: Partial<AutomationDefinition>) => {
    setDefinition((old) => ({ ...old, ...fields }))
    setTrial(null)
    setMistake(null)
  }
  const failed = (error: unknown) => setMistake(mistakeText(error))
  const tryIt = () =>
    attempt.mutate(withoutGaps(definition), {
      onSuccess: (result) => {
        setTrial(result)
        setMistake(null)
      },
      onError: failed,
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isSaving = create.isPending || update.isPending
    if (isSaving) return
    const body = { name, state, definition: withoutGaps(definition) }
    const done = {
      onSuccess: () => {
        toasts.show(t('Rule saved.'), { tone: 'success' })
        onClose()
      },
      onError: failed,
    }
    if (before.id === undefined) create.mutate(body, done)
    else update.mutate({ ruleId: before.id, ...body, why }, done)
  }
  const isReported = definition.on === 'reports'
  return (
    <form className={styles.editor} onSubmit={submit} noValidate>
      <div className={styles.editorMain}>
        <Section
          id="automation-rule"
          title={before.id === undefined ? t('New rule') : t('Edit rule')}
          action={
            <Button small variant="soft" icon="back" onClick={() => history.back()}>
              {t('All rules')}
            </Button>
          }
        >
          <TextField
            label={t('Name')}
            hint={t('Shown in the moderation log.')}
            value={name}
            maxLength={limits.automationNameMaxLength}
            onChange={setName}
          />
          <div className={styles.pair}>
            <Select
              label={t('When')}
              value={definition.on}
              onChange={(on) => change({ on, ...(on === 'reports' && { acts: actsForReports(definition) }) })}
              options={[
                { value: 'new', label: t('Something new is posted') },
                { value: 'edits', label: t('Something is edited') },
                { value: 'both', label: t('New or edited') },
                { value: 'reports', label: t('Something is reported') },
              ]}
            />
            <Select
              label={t('Applies to')}
              value={definition.to}
              onChange={(to) => change({ to })}
              options={[
                { value: 'both', label: t('Posts and comments') },
                { value: 'posts', label: t('Posts') },
                { value: 'comments', label: t('Comments') },
              ]}
            />
          </div>
        </Section>
        <Section id="automation-when" title={t('Conditions')}>
          <Select
            label={t('Applies if')}
            value={definition.when.is === 'any' ? 'any' : 'all'}
            onChange={(is) => change({ when: { ...definition.when, is } })}
            options={[
              { value: 'all', label: t('All conditions are true') },
              { value: 'any', label: t('Any condition is true') },
            ]}
          />
          <Conditions
            group={definition.when}
            onChange={(when) => change({ when })}
            on={definition.on}
            depth={1}
          />
        </Section>
        <Section id="automation-acts" title={t('What happens')} hint={t("Rules can't ban anyone.")}>
          <Acts
            scope={scope}
            acts={definition.acts}
            isReported={isReported}
            onChange={(acts) => change({ acts })}
          />
          <Switch
            label={t('Skip moderators and admins')}
            checked={definition.sparesStaff}
            onChange={(sparesStaff) => change({ sparesStaff })}
          />
          <Switch
            label={t('Skip later rules when this one applies')}
            checked={definition.isLast}
            onChange={(isLast) => change({ isLast })}
          />
          <Times definition={definition} onChange={change} />
        </Section>
      </div>
      <div className={styles.editorSide}>
        <Section
          id="automation-trial"
          title={t('Test')}
          hint={t('Checks the latest {count, number} posts and comments without changing anything.', {
            count: limits.automationTriedMax,
          })}
        >
          <p className={styles.sentence} dir="auto">
            {isolated(ruleSentence(definition))}
          </p>
          <div>
            <Button onClick={tryIt} busy={attempt.isPending} icon="play">
              {t('Test rule')}
            </Button>
          </div>
          <div role="status">{trial && <TrialResult trial={trial} />}</div>
        </Section>
        <Section id="automation-save" title={t('Save')}>
          <Select<AutomationState>
            label={t('Status')}
            hint={state === 'shadow' ? t('Only logs what it would do.') : undefined}
            value={state}
            onChange={setState}
            options={automationStates.map((value) => ({ value, label: stateLabels()[value] }))}
          />
          {before.id !== undefined && (
            <TextField
              label={t('Reason (optional)')}
              hint={t("For other moderators. Shown in the rule's history.")}
              value={why}
              maxLength={limits.automationWhyMaxLength}
              onChange={setWhy}
            />
          )}
          <div role="alert">{mistake && <Banner tone="danger">{mistake}</Banner>}</div>
          <Button type="submit" variant="main" wide busy={create.isPending || update.isPending}>
            {t('Save rule')}
          </Button>
        </Section>
      </div>
      {question}
    </form>
  )
}

/** What is reported is stored, so it is neither refused nor held. */
const actsForReports = ({ acts }: AutomationDefinition): AutomationActGiven[] => {
  const left = acts.filter(({ does }) => does !== 'refuse' && does !== 'hold')
  return left.length > 0 ? left : [{ does: 'notify' }]
}

/** A definition whose empty number fields are missing, so that the server says which is. */
const withoutGaps = (definition: AutomationDefinition): AutomationDefinition => ({
  ...definition,
  when: filled(definition.when),
})

function filled({ number, hours, of, ...condition }: AutomationCondition): AutomationCondition {
  return {
    ...condition,
    ...(number !== undefined && !Number.isNaN(number) && { number }),
    ...(hours !== undefined && !Number.isNaN(hours) && { hours }),
    ...(of && { of: of.map(filled) }),
  }
}

function Acts(props: {
  scope: AutomationScope
  acts: readonly AutomationActGiven[]
  isReported: boolean
  onChange: (acts: AutomationActGiven[]) => void
}) {
  const { scope, acts, isReported, onChange } = props
  const labels = actLabels()
  const isPossible = (act: AutomationAct) => !isReported || (act !== 'refuse' && act !== 'hold')
  const unused = automationActs.filter((act) => isPossible(act) && !acts.some(({ does }) => does === act))
  const replace = (index: number, act: AutomationActGiven | null) =>
    onChange(acts.flatMap((one, place) => (place === index ? (act ?? []) : one)))
  const [next] = unused
  return (
    <div className="stack">
      {acts.map((act, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what a row does changes within it
        <fieldset key={index} className={styles.row}>
          <legend className="visually-hidden">{labels[act.does]}</legend>
          <div className={styles.rowHead}>
            <Select<AutomationAct>
              label={t('What happens')}
              hideLabel
              value={act.does}
              onChange={(does) => replace(index, { ...startOf(does), ...(act.text && { text: act.text }) })}
              options={automationActs
                .filter((one) => one === act.does || unused.includes(one))
                .map((value) => ({ value, label: labels[value] }))}
            />
            {acts.length > 1 && (
              <IconButton
                icon="delete"
                label={t('Remove “{act}”', { act: labels[act.does] })}
                onClick={() => replace(index, null)}
              />
            )}
          </div>
          <LimitOfAct act={act} onChange={(changed) => replace(index, changed)} />
          {act.does === 'hold' && <HoldHint scope={scope} />}
          {act.does !== 'hold' && (
            <TextArea
              label={textLabel(act.does)}
              rows={2}
              value={act.text ?? ''}
              maxLength={limits.automationTextMaxLength}
              onChange={(text) => replace(index, { ...act, text })}
            />
          )}
        </fieldset>
      ))}
      {next && (
        <div>
          <Button small icon="add" onClick={() => onChange([...acts, startOf(next)])}>
            {t('Add action')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** What becomes of what is held if no moderator decides, as far as the moderator may know. */
function HoldHint({ scope }: { scope: AutomationScope }) {
  const initial = useInitial()
  const isKnown = scope !== null && mayModerate(initial, scope, 'settings')
  const { data } = useQuery({ ...reviewSettingsQuery(scope ?? ''), enabled: isKnown })
  const values = { hours: heldHours }
  if (!data)
    return (
      <p className={styles.facts}>
        {t('If no one decides within {hours, number} hours, the community settings apply.', values)}
      </p>
    )
  return (
    <p className={styles.facts}>
      {data.undecided === 'approve'
        ? t('Approved if no one decides within {hours, number} hours.', values)
        : t('Declined if no one decides within {hours, number} hours.', values)}
    </p>
  )
}

/** An act as it is added. */
const startOf = (does: AutomationAct): AutomationActGiven =>
  does === 'slow'
    ? { does, seconds: 60, hours: 24 }
    : does === 'limit'
      ? { does, who: 'trust1', hours: 24 }
      : { does }

/** How slow mode is, or who may comment, and until when; nothing for other acts. */
function LimitOfAct({
  act,
  onChange,
}: {
  act: AutomationActGiven
  onChange: (act: AutomationActGiven) => void
}) {
  const { does, seconds = 60, who = 'trust1', hours = 24 } = act
  if (does !== 'slow' && does !== 'limit') return null
  return (
    <div className={styles.fields}>
      {does === 'slow' ? (
        <Select
          label={t('Wait between comments')}
          value={String(seconds)}
          onChange={(chosen) => onChange({ ...act, seconds: Number(chosen) })}
          options={slowModeLengths(seconds)}
        />
      ) : (
        <Select
          label={t('Who can comment')}
          value={who}
          onChange={(chosen) => onChange({ ...act, who: chosen })}
          options={commenterGroups.map((value) => ({ value, label: commentersName(value) }))}
        />
      )}
      <Select
        label={t('Ends')}
        value={String(hours)}
        onChange={(chosen) => onChange({ ...act, hours: Number(chosen) })}
        options={hourLengths(hours)}
      />
    </div>
  )
}

function textLabel(act: AutomationAct): string {
  switch (act) {
    case 'refuse':
      return t('Message to the author')
    case 'remove':
    case 'lock':
      return t('Reason for the author (optional)')
    case 'mark':
    case 'slow':
    case 'limit':
      return t('Reason (optional)')
    case 'answer':
      return t('Comment')
    default:
      return t('Note to moderators (optional)')
  }
}

/** A moment as a field for local dates and times shows it. */
const localOf = (moment: string | null): string => {
  if (moment === null) return ''
  const at = new Date(moment)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
const momentOf = (local: string): string | null => {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

function Times({
  definition: { startsAt, endsAt, daily },
  onChange,
}: {
  definition: AutomationDefinition
  onChange: (fields: Partial<AutomationDefinition>) => void
}) {
  const [isOpen] = useState(startsAt !== null || endsAt !== null || daily !== null)
  // As they are typed: years that are not complete are in time zones of their own.
  const [typed, setTyped] = useState({ startsAt: localOf(startsAt), endsAt: localOf(endsAt) })
  const type = (field: keyof typeof typed) => (local: string) => {
    setTyped({ ...typed, [field]: local })
    onChange({ [field]: momentOf(local) })
  }
  return (
    <details className={styles.details} open={isOpen}>
      <summary>{t('Only at certain times')}</summary>
      <div className="stack">
        <div className={styles.fields}>
          <TextField
            label={t('Starts (optional)')}
            type="datetime-local"
            value={typed.startsAt}
            onChange={type('startsAt')}
          />
          <TextField
            label={t('Ends (optional)')}
            type="datetime-local"
            value={typed.endsAt}
            onChange={type('endsAt')}
          />
        </div>
        <Switch
          label={t('Only at certain hours of the day')}
          checked={daily !== null}
          onChange={(isOn) =>
            onChange({
              daily: isOn
                ? {
                    from: '22:00',
                    until: '07:00',
                    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
                  }
                : null,
            })
          }
        />
        {daily && (
          <div className={styles.fields}>
            <TextField
              label={t('From')}
              type="time"
              value={daily.from}
              onChange={(from) => onChange({ daily: { ...daily, from } })}
            />
            <TextField
              label={t('Until')}
              type="time"
              value={daily.until}
              onChange={(until) => onChange({ daily: { ...daily, until } })}
            />
            <TextField
              label={t('Time zone')}
              value={daily.timeZone}
              onChange={(timeZone) => onChange({ daily: { ...daily, timeZone } })}
            />
          </div>
        )}
      </div>
    </details>
  )
}

function TrialResult({ trial }: { trial: AutomationTrial }) {
  const { noPosts, noComments, noCaught, noRemoved, samples } = trial
  if (noCaught === 0)
    return (
      <p className={styles.facts}>
        {t(
          'Applies to none of {posts, plural, one {# post} other {# posts}} and {comments, plural, one {# comment} other {# comments}}.',
          { posts: noPosts, comments: noComments },
        )}
      </p>
    )
  return (
    <>
      <p className={styles.facts}>
        {t(
          'Applies to {caught, number} of {posts, plural, one {# post} other {# posts}} and {comments, plural, one {# comment} other {# comments}}.',
          { caught: noCaught, posts: noPosts, comments: noComments },
        )}{' '}
        {t('Moderators removed {count, number} of these.', { count: noRemoved })}
      </p>
      <ul className={styles.samples}>
        {samples.map((sample) => (
          <Caught
            key={`${sample.type} ${sample.id}`}
            item={sample}
            tag={sample.isRemoved ? t('Removed') : null}
          />
        ))}
      </ul>
    </>
  )
}
