import { useState } from 'react'
import { t } from '../../../../contract/texts/t.ts'
import { type ChangesParams, urlOfChangesFile } from '../../../data/admin/settings.ts'
import { useNavigator } from '../../../router/navigator.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { DayRange } from '../../../ui/forms/DayRange.tsx'
import { FilterForm } from '../../../ui/forms/FilterForm.tsx'
import { Select } from '../../../ui/forms/Select.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { pathOfScreen } from '../tableParams.ts'
import { loggedSettings } from './settingLabel.ts'

/** The filters of the log of changes. */
export function ChangesFilter({ shown, isNarrowed }: { shown: ChangesParams; isNarrowed: boolean }) {
  const { navigate } = useNavigator()
  const [name, setName] = useState(shown.name)
  const [by, setBy] = useState(shown.by)
  const [days, setDays] = useState(shown.days)
  const path = pathOfScreen('changes')
  const submit = () => {
    const given = Object.entries({ setting: name, by: by.trim(), ...days }).filter(([, text]) => text !== '')
    navigate(given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path)
  }
  return (
    <FilterForm
      path={path}
      isNarrowed={isNarrowed}
      onSubmit={submit}
      buttons={
        <Button variant="soft" icon="download" href={urlOfChangesFile(shown)} download>
          {t('CSV')}
        </Button>
      }
    >
      <Select
        label={t('Setting')}
        name="setting"
        value={name}
        onChange={setName}
        options={[{ value: '', label: t('All settings') }, ...loggedSettings()]}
      />
      <TextField
        label={t('Changed by')}
        name="by"
        placeholder={t('Username')}
        limitedText
        value={by}
        onChange={setBy}
      />
      <DayRange {...days} onChange={setDays} />
    </FilterForm>
  )
}
