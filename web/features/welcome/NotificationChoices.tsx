import { t } from '../../../contract/texts/t.ts'
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
          label={t('Replies')}
          hint={t('Someone replies to your post or comment.')}
          checked={!settings.replyNotificationsOff}
          onChange={(isOn) => onChange({ replyNotificationsOff: !isOn })}
        />
        <Switch
          label={t('Upvotes')}
          hint={t('Someone upvotes your post or comment.')}
          checked={!settings.upvoteNotificationsOff}
          onChange={(isOn) => onChange({ upvoteNotificationsOff: !isOn })}
        />
      </div>
      {vapidPublicKey !== '' && <DevicePush />}
      <Select
        label={t('Home feed')}
        hint={t('Which posts the home page shows.')}
        value={settings.homeFeed}
        onChange={(homeFeed) => onChange({ homeFeed })}
        options={[
          { value: 'all', label: t('All communities') },
          { value: 'subscriptions', label: t('My communities') },
        ]}
      />
    </>
  )
}
