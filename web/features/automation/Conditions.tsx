import {
  automationLanguages,
  type ConditionKind,
  conditionKinds,
  contentKinds,
} from '../../../contract/automation.ts'
import type { AutomationCondition, AutomationDefinition } from '../../../contract/entities/automation.ts'
import { limits } from '../../../contract/limits.ts'
import { currentLanguage } from '../../../contract/texts/language.ts'
import { t } from '../../../contract/texts/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { Select } from '../../ui/forms/Select.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import styles from './Automation.module.css'
import { conditionLabels, kindLabels, languageName } from './ruleTexts.ts'

type Change = (condition: AutomationCondition) => void

/** What a condition begins with, when its kind is chosen. */
const initial: Record<ConditionKind, Omit<AutomationCondition, 'is'>> = {
  all: { of: [{ is: 'words', list: [] }] },
  any: { of: [{ is: 'words', list: [] }] },
  words: { list: [] },
  pattern: { pattern: '' },
  domains: { list: [] },
  madeWithAi: {},
  blockedImage: {},
  kind: { kinds: ['link'] },
  language: { languages: ['en'] },
  length: { compare: 'below', number: 20 },
  capitals: { compare: 'atLeast', number: 70 },
  links: { compare: 'atLeast', number: 1 },
  names: { list: [] },
  age: { compare: 'below', number: 24 },
  points: { compare: 'below', number: 10 },
  trust: { compare: 'below', number: 1 },
  removals: { compare: 'atLeast', number: 2 },
  earlier: { compare: 'below', number: 3 },
  rate: { compare: 'atLeast', number: 10, hours: 1 },
  similar: { compare: 'atLeast', number: 1, hours: 168 },
  repeats: { what: 'text', by: 'anyone', compare: 'atLeast', number: 2, hours: 24 },
  reports: { compare: 'atLeast', number: 3 },
}

interface ConditionsProps {
  /** The group, of the kind `all` or `any`. */
  group: AutomationCondition
  onChange: Change
  on: AutomationDefinition['on']
  /** 1 for the outermost group. */
  depth: number
}

/** The conditions of a group, as rows. */
export function Conditions({ group, onChange, on, depth }: ConditionsProps) {
  const of = group.of ?? []
  const replace = (index: number, condition: AutomationCondition | null) =>
    onChange({
      ...group,
      of: of.flatMap((one, place) => (place === index ? (condition ?? []) : one)),
    })
  return (
    <div className="stack">
      {of.map((condition, index) => (
        <ConditionRow
          // Rows have no identity but their place.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={index}
          number={index + 1}
          condition={condition}
          onChange={(changed) => replace(index, changed)}
          onRemove={of.length > 1 ? () => replace(index, null) : null}
          on={on}
          depth={depth}
        />
      ))}
      <div>
        <Button
          small
          icon="add"
          onClick={() => onChange({ ...group, of: [...of, { is: 'words', list: [] }] })}
        >
          {t('Add condition')}
        </Button>
      </div>
    </div>
  )
}

interface RowProps extends Pick<ConditionsProps, 'on' | 'depth'> {
  condition: AutomationCondition
  /** From 1. */
  number: number
  onChange: Change
  /** Null for the only one. */
  onRemove: (() => void) | null
}

function ConditionRow({ condition, number, onChange, onRemove, on, depth }: RowProps) {
  const labels = conditionLabels()
  const isGroup = condition.is === 'all' || condition.is === 'any'
  const isOffered = (kind: ConditionKind) =>
    kind === condition.is ||
    ((kind !== 'reports' || on === 'reports') &&
      ((kind !== 'all' && kind !== 'any') || depth < limits.automationDepthMax - 1))
  const choose = (is: ConditionKind) =>
    onChange(
      isGroup && (is === 'all' || is === 'any')
        ? { ...condition, is }
        : { is, ...(condition.not && { not: true }), ...initial[is] },
    )
  return (
    <fieldset className={styles.row}>
      <legend className="visually-hidden">{t('Condition {number, number}', { number })}</legend>
      <div className={styles.rowHead}>
        <Select<ConditionKind>
          label={t('Condition')}
          hideLabel
          value={condition.is}
          onChange={choose}
          options={conditionKinds.filter(isOffered).map((kind) => ({ value: kind, label: labels[kind] }))}
        />
        {onRemove && (
          <IconButton
            icon="delete"
            label={t('Remove condition {number, number}', { number })}
            onClick={onRemove}
          />
        )}
      </div>
      {isGroup ? (
        <Conditions group={condition} onChange={onChange} on={on} depth={depth + 1} />
      ) : (
        <ConditionFields condition={condition} onChange={onChange} />
      )}
      <Checkbox
        label={t('Is not true')}
        checked={condition.not ?? false}
        onChange={(not) => onChange({ ...condition, not })}
      />
    </fieldset>
  )
}

function ConditionFields({ condition, onChange }: { condition: AutomationCondition; onChange: Change }) {
  const change = (fields: Partial<AutomationCondition>) => onChange({ ...condition, ...fields })
  switch (condition.is) {
    case 'words':
      return (
        <>
          <ListField
            label={t('Words, one per line')}
            hint={t('An asterisk at the end matches any ending: spam*')}
            condition={condition}
            onChange={onChange}
          />
          <PlaceField condition={condition} onChange={onChange} />
          <Checkbox
            label={t('Match disguised words, like v.i.a.g.r.a')}
            checked={condition.isDisguised ?? false}
            onChange={(isDisguised) => change({ isDisguised })}
          />
          <Checkbox
            label={t('Match inside other words')}
            checked={condition.isPart ?? false}
            onChange={(isPart) => change({ isPart })}
          />
        </>
      )
    case 'pattern':
      return (
        <>
          <TextField
            label={t('Pattern')}
            hint={t('Regular expression (RE2 syntax). Not case-sensitive.')}
            value={condition.pattern ?? ''}
            maxLength={limits.automationPatternMaxLength}
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            onChange={(pattern) => change({ pattern })}
          />
          <PlaceField condition={condition} onChange={onChange} />
        </>
      )
    case 'domains':
      return (
        <ListField
          label={t('Domains, one per line')}
          hint={t('Includes subdomains. You can add a path: example.com/shop')}
          condition={condition}
          onChange={onChange}
        />
      )
    case 'names':
      return <ListField label={t('Usernames, one per line')} condition={condition} onChange={onChange} />
    case 'kind':
      return (
        <div className={styles.checks}>
          {contentKinds.map((kind) => (
            <Checkbox
              key={kind}
              label={kindLabels()[kind]}
              checked={condition.kinds?.includes(kind) ?? false}
              onChange={(isChosen) =>
                change({
                  kinds: contentKinds.filter((one) =>
                    one === kind ? isChosen : condition.kinds?.includes(one),
                  ),
                })
              }
            />
          ))}
        </div>
      )
    case 'language':
      return (
        <div className={styles.languages}>
          {automationLanguages
            .map((language) => ({ language, name: languageName(language) }))
            .sort((a, b) => a.name.localeCompare(b.name, currentLanguage()))
            .map(({ language, name }) => (
              <Checkbox
                key={language}
                label={name}
                checked={condition.languages?.includes(language) ?? false}
                onChange={(isChosen) =>
                  change({
                    languages: automationLanguages.filter((one) =>
                      one === language ? isChosen : condition.languages?.includes(one),
                    ),
                  })
                }
              />
            ))}
        </div>
      )
    case 'madeWithAi':
      return null
    case 'blockedImage':
      return <p className={styles.facts}>{t('Admins choose which images are blocked.')}</p>
    case 'length':
      return (
        <>
          <NumberFields unit={t('Characters')} condition={condition} onChange={onChange} />
          <PlaceField condition={condition} onChange={onChange} />
        </>
      )
    case 'repeats':
      return (
        <>
          <div className={styles.fields}>
            <Select
              label={t("What's repeated")}
              value={condition.what ?? 'text'}
              onChange={(what) => change({ what })}
              options={[
                { value: 'text', label: t('Text') },
                { value: 'link', label: t('Link') },
              ]}
            />
            <Select
              label={t('Previously posted by')}
              value={condition.by ?? 'author'}
              onChange={(by) => change({ by })}
              options={[
                { value: 'author', label: t('The author') },
                { value: 'anyone', label: t('Anyone') },
              ]}
            />
          </div>
          <NumberFields unit={t('Times')} condition={condition} onChange={onChange} />
        </>
      )
    default:
      return <NumberFields unit={unitOf(condition.is)} condition={condition} onChange={onChange} />
  }
}

const unitOf = (kind: ConditionKind): string => {
  switch (kind) {
    case 'capitals':
      return t('Percent')
    case 'links':
      return t('Links')
    case 'age':
      return t('Hours')
    case 'points':
      return t('Points')
    case 'trust':
      return t('Trust level (0 to 4)')
    case 'similar':
      return t('Matches')
    case 'reports':
      return t('Reports')
    case 'removals':
      return t('Removals')
    default:
      return t('Posts and comments')
  }
}

interface FieldProps {
  condition: AutomationCondition
  onChange: Change
}

function ListField({ label, hint, condition, onChange }: FieldProps & { label: string; hint?: string }) {
  return (
    <TextArea
      label={label}
      hint={hint}
      rows={3}
      autoCapitalize="none"
      spellCheck={false}
      value={(condition.list ?? []).join('\n')}
      onChange={(text) => onChange({ ...condition, list: text === '' ? [] : text.split('\n') })}
    />
  )
}

const PlaceField = ({ condition, onChange }: FieldProps) => (
  <Select
    label={t('Look in')}
    value={condition.where ?? 'any'}
    onChange={(where) => onChange({ ...condition, where })}
    options={[
      { value: 'any', label: t('Title, body and link') },
      { value: 'title', label: t('Title') },
      { value: 'body', label: t('Body') },
    ]}
  />
)

/** A comparison, and how far back where that counts. */
function NumberFields({ unit, condition, onChange }: FieldProps & { unit: string }) {
  const hasHours = ['rate', 'repeats', 'similar'].includes(condition.is)
  return (
    <div className={styles.fields}>
      <Select
        label={t('Comparison')}
        value={condition.compare ?? 'atLeast'}
        onChange={(compare) => onChange({ ...condition, compare })}
        options={[
          { value: 'atLeast', label: t('At least') },
          { value: 'below', label: t('Less than') },
        ]}
      />
      <NumberField
        label={unit}
        value={condition.number}
        min={condition.is === 'points' ? -limits.automationNumberMax : 0}
        max={limits.automationNumberMax}
        onChange={(number) => onChange({ ...condition, number })}
      />
      {hasHours && (
        <NumberField
          label={t('Within (hours)')}
          value={condition.hours}
          min={1}
          max={limits.automationHoursMax}
          onChange={(hours) => onChange({ ...condition, hours })}
        />
      )}
    </div>
  )
}

function NumberField(props: {
  label: string
  value: number | undefined
  min: number
  max: number
  onChange: (value: number) => void
}) {
  const { label, value, min, max, onChange } = props
  return (
    <TextField
      label={label}
      type="number"
      inputMode="numeric"
      min={min}
      max={max}
      value={value === undefined || Number.isNaN(value) ? '' : String(value)}
      onChange={(text) => onChange(text === '' ? Number.NaN : Math.trunc(Number(text)))}
    />
  )
}
