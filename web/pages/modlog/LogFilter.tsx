import { useState } from 'react'
import { actionLabels } from '../../../contract/moderationActionLabels.ts'
import { privateModerationActions } from '../../../contract/moderationActions.ts'
import { entriesOf } from '../../../contract/objects.ts'
import { t } from '../../../contract/texts/t.ts'
import { useViewer } from '../../data/account/initial.ts'
import { useNavigator } from '../../router/navigator.ts'
import { DayRange } from '../../ui/forms/DayRange.tsx'
import { FilterForm } from '../../ui/forms/FilterForm.tsx'
import { Select } from '../../ui/forms/Select.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { isNarrowed, type LogParams, pathOfModlog, pathOfModlogPage } from './modlogParams.ts'

interface LogFilterProps {
  /** Empty: the whole site. */
  communityName: string
  logParams: LogParams
  /** Whether the log can be filtered by moderator. */
  namesModerators: boolean
  /** The error in the name of the moderator to filter by. */
  mistake: string | undefined
}

/** The filters of the log. */
export function LogFilter({ communityName, logParams, namesModerators, mistake }: LogFilterProps) {
  const { navigate } = useNavigator()
  const isAdmin = useViewer()?.isAdmin ?? false
  const [action, setAction] = useState(logParams.action)
  const [moderator, setModerator] = useState(logParams.moderator)
  const [community, setCommunity] = useState('')
  const [days, setDays] = useState({ from: logParams.from, to: logParams.to })
  const withheld: readonly string[] = isAdmin ? [] : privateModerationActions
  const actions = entriesOf(actionLabels())
  const show = () =>
    navigate(
      pathOfModlogPage(communityName || community.trim(), {
        action,
        moderator: moderator.trim(),
        ...days,
        next: '',
      }),
    )
  return (
    <FilterForm path={pathOfModlog(communityName)} isNarrowed={isNarrowed(logParams)} onSubmit={show}>
      <Select
        label={t('Action')}
        name="action"
        value={action}
        onChange={setAction}
        options={[
          { value: '', label: t('All actions') },
          ...actions
            .filter(([name]) => !withheld.includes(name))
            .map(([value, label]) => ({ value, label }) as const),
        ]}
      />
      {namesModerators && (
        <TextField
          label={t('Done by')}
          name="moderator"
          placeholder={t('Username')}
          limitedText
          error={mistake}
          value={moderator}
          onChange={setModerator}
        />
      )}
      {communityName === '' && (
        <TextField
          label={t('In community')}
          name="community"
          placeholder={t('Community')}
          limitedText
          value={community}
          onChange={setCommunity}
        />
      )}
      <DayRange {...days} onChange={setDays} />
    </FilterForm>
  )
}
