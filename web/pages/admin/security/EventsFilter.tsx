import { useState } from 'react'
import { securityEventKinds } from '../../../../contract/securityEvents.ts'
import { t } from '../../../../contract/texts/t.ts'
import type { SecurityEventsParams } from '../../../data/admin/securityEvents.ts'
import { useNavigator } from '../../../router/navigator.ts'
import { DayRange } from '../../../ui/forms/DayRange.tsx'
import { FilterForm } from '../../../ui/forms/FilterForm.tsx'
import { Select } from '../../../ui/forms/Select.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { pathOfScreen } from '../tableParams.ts'
import { eventText } from './eventText.ts'

const options = () =>
  [
    { value: '', label: t('All events') },
    ...securityEventKinds.map((value) => ({ value, label: eventText(value) })),
  ] as const

/** The filters of security events. */
export function EventsFilter({ shown, isNarrowed }: { shown: SecurityEventsParams; isNarrowed: boolean }) {
  const { navigate } = useNavigator()
  const [kind, setKind] = useState(shown.kind)
  const [of, setOf] = useState(shown.of)
  const [days, setDays] = useState(shown.days)
  const path = pathOfScreen('security')
  const submit = () => {
    const given = Object.entries({ kind, of: of.trim(), ...days }).filter(([, text]) => text !== '')
    navigate(given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path)
  }
  return (
    <FilterForm path={path} isNarrowed={isNarrowed} onSubmit={submit}>
      <Select label={t('Event')} name="kind" value={kind} onChange={setKind} options={options()} />
      <TextField
        label={t('Account')}
        name="of"
        placeholder={t('Username')}
        limitedText
        value={of}
        onChange={setOf}
      />
      <DayRange {...days} onChange={setDays} />
    </FilterForm>
  )
}
