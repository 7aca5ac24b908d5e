import { type FormEvent, useState } from 'react'
import { privateModerationActs } from '../../../contract/moderationActs.ts'
import { Button } from '../../components/Button.tsx'
import { Select } from '../../components/Select.tsx'
import { TextField } from '../../components/TextField.tsx'
import { useViewer } from '../../data/initial.ts'
import { useNavigator } from '../../navigation.ts'
import styles from './LogFilter.module.css'
import { addressOfModlog, type LogAddress, pathOfModlog } from './modlogAddress.ts'
import { actLabels } from './wordings.ts'

interface LogFilter {
  /** Empty: of the site. */
  communityName: string
  address: LogAddress
  /** Whether one can ask what somebody did. */
  namesModerators: boolean
  /** What is wrong with the moderator that was asked for. */
  mistake: string | undefined
}

/** What to narrow the log to. A form of the browser's own, so that it works without JavaScript. */
export function LogFilter({ communityName, address, namesModerators, mistake }: LogFilter) {
  const { navigate } = useNavigator()
  const isAdmin = useViewer()?.isAdmin ?? false
  const [action, setAction] = useState(address.action)
  const [moderator, setModerator] = useState(address.moderator)
  const [community, setCommunity] = useState('')
  const withheld: readonly string[] = isAdmin ? [] : privateModerationActs
  const acts = Object.entries(actLabels) as [keyof typeof actLabels, string][]
  const show = (event: FormEvent) => {
    event.preventDefault()
    navigate(
      addressOfModlog(communityName || community.trim(), { action, moderator: moderator.trim(), next: '' }),
    )
  }
  const isNarrowed = address.action !== '' || address.moderator !== ''
  return (
    <form action={pathOfModlog(communityName)} className={styles.filter} onSubmit={show}>
      <Select
        label="What"
        name="action"
        value={action}
        onChange={setAction}
        options={[
          { value: '', label: 'Everything' },
          ...acts
            .filter(([act]) => !withheld.includes(act))
            .map(([value, label]) => ({ value, label }) as const),
        ]}
      />
      {namesModerators && (
        <TextField
          label="By"
          name="moderator"
          placeholder="Username"
          limitedText
          error={mistake}
          value={moderator}
          onChange={setModerator}
        />
      )}
      {communityName === '' && (
        <TextField
          label="In"
          name="community"
          placeholder="Community"
          limitedText
          value={community}
          onChange={setCommunity}
        />
      )}
      <div className={styles.buttons}>
        <Button type="submit">Show</Button>
        {isNarrowed && (
          <Button variant="soft" href={pathOfModlog(communityName)}>
            Show everything
          </Button>
        )}
      </div>
    </form>
  )
}
