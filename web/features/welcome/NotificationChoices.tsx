import { useInitial } from '../../data/account/initial.ts'
import type { Settings } from '../../data/account/settings.ts'
import { Select } from '../../ui/forms/Select.tsx'
import { Switch } from '../../ui/forms/Switch.tsx'
import { DevicePush } from '../notifications/DevicePush.tsx'
import styles from './Welcome.module.css'

interface NotificationChoicesProps {
  settings: Settings
  onChange: (changes: Partial<Settings>) => void
}

/** A new member's choices for notifications and front page. */
export function NotificationChoices({ settings, onChange }: NotificationChoicesProps) {
  const { vapidPublicKey } = useInitial()
  return (
    <>
      <div className={styles.switches}>
        <Switch
          label="Replies"
          hint="When someone answers your posts or comments."
          checked={!settings.replyNotificationsOff}
          onChange={(isOn) => onChange({ replyNotificationsOff: !isOn })}
        />
        <Switch
          label="Upvotes"
          hint="When someone upvotes what you wrote."
          checked={!settings.upvoteNotificationsOff}
          onChange={(isOn) => onChange({ upvoteNotificationsOff: !isOn })}
        />
      </div>
      {vapidPublicKey !== '' && <DevicePush />}
      <Select
        label="Home feed"
        hint="What the front page shows you."
        value={settings.homeFeed}
        onChange={(homeFeed) => onChange({ homeFeed })}
        options={[
          { value: 'all', label: 'Posts of all communities' },
          { value: 'subscriptions', label: 'Posts of my communities' },
        ]}
      />
    </>
  )
}
