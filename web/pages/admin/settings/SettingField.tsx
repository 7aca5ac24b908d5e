import type { ReactNode } from 'react'
import type { Setting } from '../../../../contract/entities/setting.ts'
import type { SettingDefinition, SettingValue } from '../../../../contract/settingTypes.ts'
import { type SettingWords, wordsOf } from '../../../../contract/settingWords.ts'
import { isSettingName, settingOf } from '../../../../contract/siteSettings.ts'
import { t } from '../../../../contract/texts/t.ts'
import { usePreview } from '../../../data/comments/comments.ts'
import { classNames } from '../../../ui/classNames.ts'
import { Select } from '../../../ui/forms/Select.tsx'
import { Switch } from '../../../ui/forms/Switch.tsx'
import { TextArea } from '../../../ui/forms/TextArea.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { Icon } from '../../../ui/icons/Icon.tsx'
import { MarkdownEditor } from '../../../ui/markdown/MarkdownEditor.tsx'
import { rich } from '../../../ui/text/rich.ts'
import { AccentField, type TextControlProps } from './AccentField.tsx'
import { LanguagesField } from './LanguagesField.tsx'
import { PagesField } from './PagesField.tsx'
import styles from './SettingField.module.css'
import { type Draft, draftOf } from './settingDraft.ts'

interface SettingFieldProps {
  setting: Setting
  draft: Draft
  mistake: string | undefined
  onChange: (draft: Draft) => void
  /** In place of the label and hint of the contract, where several fields stand together. */
  label?: string | undefined
}

/** The field of a setting, made from its description in the contract. */
export function SettingField({ setting, draft, mistake, onChange, label }: SettingFieldProps) {
  const definition = settingOf(setting.name)
  const words = wordsOf(setting.name)
  const isLocked = setting.lockedBy !== null
  const isDefault = draft === draftOf(setting.default)
  return (
    <div
      className={classNames(
        styles.field,
        label === undefined && styles.side,
        definition.type === 'integer' && styles.number,
      )}
    >
      <Control
        definition={definition}
        words={label === undefined ? words : { ...words, label, hint: '' }}
        draft={draft}
        mistake={mistake}
        disabled={isLocked}
        onChange={onChange}
      />
      {isLocked ? (
        <p className={styles.note}>
          <Icon name="lock" size={14} />{' '}
          {rich('Set by the environment variable <code>{name}</code>', {
            name: setting.lockedBy,
            code: (inside) => <code>{inside}</code>,
          })}
        </p>
      ) : (
        !isDefault && (
          <p className={styles.note}>
            <button
              type="button"
              className={styles.reset}
              aria-label={t('Reset {setting}', { setting: label ?? words.label })}
              onClick={() => onChange(draftOf(setting.default))}
            >
              {t('Reset')}
            </button>
          </p>
        )
      )}
    </div>
  )
}

interface ControlProps {
  definition: SettingDefinition
  words: SettingWords
  draft: Draft
  mistake: string | undefined
  disabled: boolean
  onChange: (draft: Draft) => void
}

function Control({ definition, words, draft, mistake, disabled, onChange }: ControlProps): ReactNode {
  const { label, hint, choices, unit } = words
  const preview = usePreview()
  const text = String(draft)
  const field = { label, hint, error: mistake, disabled, value: text, onChange }
  switch (definition.type) {
    case 'onOff':
      return (
        <Switch
          label={label}
          {...(hint && { hint })}
          checked={draft === true}
          disabled={disabled}
          onChange={onChange}
        />
      )
    case 'choice':
      return (
        <Select
          {...field}
          options={definition.choices.map((value) => ({ value, label: choices?.[value] ?? value }))}
        />
      )
    case 'integer':
      return (
        <TextField
          {...field}
          label={unit ? t('{label} ({unit})', { label, unit }) : label}
          inputMode="numeric"
          autoComplete="off"
        />
      )
    case 'texts':
      if (definition.form === 'page') return <PagesField {...field} />
      if (definition.form === 'language') return <LanguagesField {...field} />
      return (
        <TextArea
          {...field}
          rows={3}
          spellCheck={false}
          hint={hint ? t('{hint} One per line.', { hint }) : t('One per line.')}
        />
      )
    case 'text':
      if (definition.form === 'color') return <AccentField {...field} />
      if (definition.form === 'moment') return <MomentField {...field} />
      if (definition.form === 'lines') return <TextArea {...field} rows={3} maxLength={definition.max} />
      if (definition.form === 'markdown' || definition.form === 'paragraph')
        return (
          <>
            <MarkdownEditor
              label={label}
              value={text}
              onChange={onChange}
              maxLength={definition.max}
              error={mistake}
              preview={preview}
            />
            {hint && <p className={styles.note}>{hint}</p>}
          </>
        )
      return (
        <TextField
          {...field}
          {...(definition.form === 'line' && { maxLength: definition.max })}
          {...(definition.form === 'email' && { inputMode: 'email', autoComplete: 'off' })}
          {...(definition.form === 'url' && { inputMode: 'url', autoComplete: 'off' })}
          {...(definition.form === 'community' && { limitedText: true })}
        />
      )
  }
}

/**
 * A value in words.
 *
 * @param name of a setting, or of something that is logged like one.
 */
export function shown(name: string, value: SettingValue): string {
  const choice = isSettingName(name) && typeof value === 'string' ? wordsOf(name).choices?.[value] : undefined
  if (choice !== undefined) return choice
  if (typeof value === 'object') return value.join(', ') || t('none')
  if (typeof value === 'boolean') return value ? t('on') : t('off')
  return String(value) || t('empty')
}

/** A time in the viewer's time zone. Its value is in UTC, such as `2030-12-31T18:00Z`, or empty. */
function MomentField({ value, onChange, ...field }: TextControlProps) {
  return (
    <TextField
      {...field}
      type="datetime-local"
      value={localOf(value)}
      onChange={(local) => onChange(utcOf(local))}
    />
  )
}

const minuteMs = 60_000

/** @returns an empty text for an invalid time. */
function localOf(value: string): string {
  const at = new Date(value.replace('Z', ':00Z'))
  if (Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() - at.getTimezoneOffset() * minuteMs).toISOString().slice(0, 16)
}

function utcOf(local: string): string {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? '' : `${at.toISOString().slice(0, 16)}Z`
}
