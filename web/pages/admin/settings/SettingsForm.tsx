import { useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Setting } from '../../../../contract/entities/setting.ts'
import { entriesOf } from '../../../../contract/objects.ts'
import type { SettingGroup } from '../../../../contract/settingTypes.ts'
import { wordsOf } from '../../../../contract/settingWords.ts'
import type { SettingName } from '../../../../contract/siteSettings.ts'
import { t } from '../../../../contract/texts/t.ts'
import { settingsQuery, useChangeSettings } from '../../../data/admin/settings.ts'
import { useNotifyRefusal } from '../../../features/failures/useNotifyRefusal.ts'
import { usePasswordPrompt } from '../../../features/passwordPrompt/usePasswordPrompt.tsx'
import { useConfirmLeave } from '../../../features/unsavedChanges/useConfirmLeave.tsx'
import { Button } from '../../../ui/buttons/Button.tsx'
import { useToasts } from '../../../ui/feedback/toasts.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { NeedsScript } from '../../../ui/layout/NeedsScript.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { SettingField } from './SettingField.tsx'
import styles from './SettingsForm.module.css'
import { checkDrafts, type Draft, type Drafts, draftOf } from './settingDraft.ts'

/** Fields that belong together under one heading, such as the counts of one rate limit. */
export interface FieldGroup {
  readonly legend: string
  readonly hint: string | null
  readonly fields: readonly { readonly name: SettingName; readonly label: string }[]
}

export interface SettingsSection {
  readonly id: string
  readonly title: string
  readonly hint?: string
  readonly rows: readonly (SettingName | FieldGroup)[]
  /** Whether it is closed at first. */
  readonly isFolded?: boolean
}

interface SettingsFormProps {
  group: SettingGroup
  /** Settings of the group that no section names come last. */
  sections: readonly SettingsSection[]
  /** Settings whose old value open pages show until they are loaded again. */
  seenAfterReload?: readonly SettingName[]
  /** Only rows that contain it are shown, none of them folded. */
  filter?: string
  /** Called before the focus goes to a field with a mistake, which the filter may hide. */
  onMistake?: () => void
}

const namesIn = ({ rows }: SettingsSection): SettingName[] =>
  rows.flatMap((row) => (typeof row === 'string' ? [row] : row.fields.map(({ name }) => name)))

/** The settings of one page of the dashboard. Nothing changes before they are saved, and then all of them do. */
export function SettingsForm(props: SettingsFormProps) {
  const { group, sections, seenAfterReload = [], filter = '', onMistake } = props
  const { data: settings } = useSuspenseQuery(settingsQuery(group))
  const [drafts, setDrafts] = useState<Drafts>({})
  const [isChecked, setIsChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const toasts = useToasts()
  const change = useChangeSettings(group)
  const notifyRefusal = useNotifyRefusal()
  const { changes, mistakes } = checkDrafts(settings, drafts)
  const mistakesCount = Object.keys(mistakes).length
  const isUnsaved = changes.length + mistakesCount > 0
  const { prompt, askIfNeeded } = usePasswordPrompt()
  const { question } = useConfirmLeave(isUnsaved, t('Your changes will be lost.'))

  const save = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending || !isUnsaved) return
    setIsChecked(mistakesCount > 0)
    if (mistakesCount > 0) {
      flushSync(() => onMistake?.())
      return focusMistake(form.current, settings.find(({ name }) => mistakes[name])?.name)
    }
    send()
  }
  const send = () => {
    const sent = drafts
    change.mutate(changes, {
      onSuccess: () => {
        // Edits made while the request was running are still unsaved.
        setDrafts((now) => Object.fromEntries(entriesOf(now).filter(([name, draft]) => sent[name] !== draft)))
        const needsReload = changes.some(({ name }) => seenAfterReload.includes(name))
        toasts.show(t('Settings saved.'), {
          tone: 'success',
          ...(needsReload && {
            action: { label: t('Reload to see them'), onPress: () => location.reload() },
          }),
        })
      },
      onError: askIfNeeded(send, notifyRefusal),
    })
  }

  const named = new Set(sections.flatMap(namesIn))
  const others = settings.filter(({ name }) => !named.has(name)).map(({ name }) => name)
  const shownSections =
    others.length === 0 ? sections : [...sections, { id: 'others', title: t('More'), rows: others }]
  const found = shownSections
    .map((section) => ({ ...section, rows: section.rows.filter((row) => contains(row, filter)) }))
    .filter(({ rows }) => rows.length > 0)
  const byName = new Map(settings.map((setting) => [setting.name, setting]))
  const field = (name: SettingName, label?: string) => {
    const setting: Setting | undefined = byName.get(name)
    if (!setting) return null
    return (
      <div key={name} data-setting={name}>
        <SettingField
          setting={setting}
          draft={drafts[name] ?? draftOf(setting.value)}
          mistake={isChecked ? mistakes[name] : undefined}
          onChange={(draft: Draft) => setDrafts((before) => ({ ...before, [name]: draft }))}
          label={label}
        />
      </div>
    )
  }
  return (
    <>
      <noscript>
        <Card padded>
          <p>{t('Changing settings needs JavaScript. Turn it on for this site and reload the page.')}</p>
        </Card>
      </noscript>
      <NeedsScript>
        <form ref={form} className={styles.form} onSubmit={save} noValidate>
          {found.length === 0 && (
            <Card padded>
              <p role="status">{t('No settings match “{filter}”.', { filter: filter.trim() })}</p>
            </Card>
          )}
          {found.map(({ id, title, hint, rows, isFolded }) => {
            const fields = rows.map((row) =>
              typeof row === 'string' ? (
                field(row)
              ) : (
                <fieldset key={row.legend} className={styles.fields}>
                  <legend className={styles.legend}>
                    {row.legend}
                    {row.hint && <span className={styles.hint}> {row.hint}</span>}
                  </legend>
                  <div className={styles.side}>{row.fields.map(({ name, label }) => field(name, label))}</div>
                </fieldset>
              ),
            )
            return (
              <Section key={id} id={`settings-${id}`} title={title} hint={hint}>
                {isFolded && filter.trim() === '' ? (
                  <details className={styles.folded}>
                    <summary>
                      {t('Show {count, plural, one {# limit} other {# limits}}', { count: rows.length })}
                    </summary>
                    {fields}
                  </details>
                ) : (
                  fields
                )}
              </Section>
            )
          })}
          <div className={styles.foot} data-unsaved={isUnsaved || undefined}>
            <p className={styles.state} role="status">
              {isUnsaved ? t('Unsaved changes.') : ''}
            </p>
            {isUnsaved && (
              <Button
                onClick={() => {
                  setDrafts({})
                  setIsChecked(false)
                }}
              >
                {t('Discard')}
              </Button>
            )}
            <Button type="submit" variant="main" disabled={!isUnsaved} busy={change.isPending}>
              {t('Save')}
            </Button>
          </div>
        </form>
      </NeedsScript>
      {question}
      {prompt}
    </>
  )
}

/** Whether the words of a row contain a text, in any case. */
const contains = (row: SettingName | FieldGroup, text: string): boolean =>
  (typeof row === 'string' ? wordsOf(row).label : row.legend)
    .toLowerCase()
    .includes(text.trim().toLowerCase())

function focusMistake(form: HTMLFormElement | null, name: SettingName | undefined): void {
  const field = form?.querySelector<HTMLElement>(`[data-setting="${name}"] :is(input, textarea, select)`)
  const folded = field?.closest('details')
  if (folded) folded.open = true
  field?.focus()
}
