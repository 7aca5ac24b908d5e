import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { GroupKind } from '../../../../contract/groupKinds.ts'
import { limits } from '../../../../contract/limits.ts'
import { entriesOf } from '../../../../contract/objects.ts'
import { groupKindLabels } from '../../../../contract/settingWords.ts'
import { t } from '../../../../contract/texts/t.ts'
import { initialQuery } from '../../../data/account/initial.ts'
import { useChangeSettings } from '../../../data/admin/settings.ts'
import { useApiMutation } from '../../../data/useApiMutation.ts'
import { communitySuggestions, type Suggestion } from '../../../features/communities/suggestions.ts'
import { refusalText } from '../../../features/failures/refusalText.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { Mistake } from '../../../ui/forms/Mistake.tsx'
import { Select } from '../../../ui/forms/Select.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import styles from './Setup.module.css'
import { StepActions } from './StepActions.tsx'

interface CommunitiesStepProps {
  onBack: () => void
  onDone: () => void
}

/** A row of the form, with a stable key. */
interface Row extends Suggestion {
  readonly key: number
  readonly isWanted: boolean
}

const aboutMaxLength = 500
/** Number of suggestions ticked at first, the most usual ones. */
const tickedAtFirst = 3

const rowsOf = (kind: GroupKind): Row[] =>
  communitySuggestions()[kind].map((community, index) => ({
    ...community,
    key: index,
    isWanted: index < tickedAtFirst,
  }))

/** The first communities of a site: suggestions to tick and edit, created together. */
export function CommunitiesStep({ onBack, onDone }: CommunitiesStepProps) {
  const [kind, setKind] = useState<GroupKind>('town')
  const [rows, setRows] = useState(() => rowsOf('town'))
  const [isChecked, setIsChecked] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const create = useCreateCommunities()
  const saveKind = useChangeSettings('site')
  const requested = rows.filter(({ isWanted }) => isWanted)
  const hasMistake = requested.some(({ name }) => name.length < limits.communityNameMinLength)
  const change = (key: number, changes: Partial<Row>) =>
    setRows((before) => before.map((row) => (row.key === key ? { ...row, ...changes } : row)))
  const add = () => {
    // Rendered at once, because its field gets the focus.
    flushSync(() =>
      setRows((before) => [...before, { key: before.length, name: '', about: '', isWanted: true }]),
    )
    list.current?.lastElementChild?.querySelector<HTMLInputElement>('input[type="text"]')?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (hasMistake) return
    if (requested.length === 0) return onDone()
    create.mutate(
      requested.map(({ name, about }) => ({ name, about })),
      // The communities were created; a failure to save the kind of group does not matter.
      { onSuccess: () => saveKind.mutate([{ name: 'groupKind', value: kind }], { onSettled: onDone }) },
    )
  }
  return (
    <form onSubmit={submit} noValidate>
      <Select
        label={t('Type of group')}
        hint={t('We use it to suggest communities.')}
        value={kind}
        onChange={(kind) => {
          setKind(kind)
          setRows(rowsOf(kind))
        }}
        options={entriesOf(groupKindLabels()).map(([value, label]) => ({ value, label }))}
      />
      <div className={styles.table}>
        <p className={styles.header} aria-hidden="true">
          <span>{t('Name')}</span>
          <span>{t('Description')}</span>
        </p>
        <ul ref={list} className={styles.rows}>
          {rows.map(({ key, name, about, isWanted }, index) => (
            <li key={`${kind} ${key}`} className={styles.row}>
              <Checkbox
                label={
                  <span className="visually-hidden">
                    {t('Create community {number, number}', { number: index + 1 })}
                  </span>
                }
                checked={isWanted}
                onChange={(isWanted) => change(key, { isWanted })}
              />
              <TextField
                label={t('Name of community {number, number}', { number: index + 1 })}
                hideLabel
                value={name}
                limitedText
                disabled={!isWanted}
                error={
                  isWanted && isChecked && name.length < limits.communityNameMinLength
                    ? t('Name has to be at least 3 characters.')
                    : null
                }
                onChange={(name) => change(key, { name: name.slice(0, limits.communityNameMaxLength) })}
              />
              <TextField
                label={t('Description of community {number, number}', { number: index + 1 })}
                hideLabel
                value={about}
                disabled={!isWanted}
                onChange={(about) => change(key, { about: about.slice(0, aboutMaxLength) })}
              />
            </li>
          ))}
        </ul>
      </div>
      <Button small icon="add" onClick={add} disabled={rows.length >= limits.communitiesCreatedAtOnceMax}>
        {t('Add community')}
      </Button>
      {create.isError && <Mistake text={refusalText(create.error)} />}
      <StepActions
        onBack={onBack}
        onSkip={onDone}
        isBusy={create.isPending || saveKind.isPending}
        label={createLabel(requested.length)}
      />
    </form>
  )
}

function createLabel(count: number): string {
  if (count === 0) return t('Continue')
  return t('Create {count, plural, one {# community} other {# communities}}', { count })
}

const useCreateCommunities = () =>
  useApiMutation(
    (api, communities: Suggestion[]) => api.call('createCommunities', { body: { communities } }),
    {
      onSuccess: (queryClient) => {
        void queryClient.invalidateQueries({ queryKey: ['communities'] })
        return queryClient.invalidateQueries(initialQuery)
      },
    },
  )
