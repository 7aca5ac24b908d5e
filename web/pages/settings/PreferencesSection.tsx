import { t } from '../../../contract/texts/t.ts'
import { commentSorts } from '../../../contract/words.ts'
import type { Settings } from '../../data/account/settings.ts'
import { commentSortLabel } from '../../features/comments/commentSortLabel.ts'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { Select } from '../../ui/forms/Select.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import styles from './Settings.module.css'

interface PreferencesSectionProps {
  settings: Settings
  onChange: (changes: Partial<Settings>) => void
}

/** In display order. */
const switches = [
  {
    key: 'rememberFeedSort',
    label: 'Remember feed sort',
    hint: 'Feeds open in the order that you last chose on the device.',
  },
  { key: 'embedsOff', label: 'Embeds off', hint: 'Links to videos stay links; no player is loaded.' },
  {
    key: 'hideUserProfilePictures',
    label: 'Hide user profile pictures',
    hint: 'You see the first letter of a name in place of its picture.',
  },
  {
    key: 'requireAltText',
    label: 'Require alt text',
    hint: 'Your image posts are sent only once every image has a text for those who cannot see it.',
  },
  {
    key: 'upvoteNotificationsOff',
    label: 'Upvote notifications off',
    hint: 'No notifications when someone upvotes what you wrote.',
  },
  {
    key: 'replyNotificationsOff',
    label: 'Reply notifications off',
    hint: 'No notifications when someone replies to your posts or comments.',
  },
  {
    key: 'mentionNotificationsOff',
    label: 'Mention notifications off',
    hint: 'No notifications when someone mentions you.',
  },
] as const

/** Preferences that apply on all devices of the member. */
export function PreferencesSection({ settings, onChange }: PreferencesSectionProps) {
  return (
    <Section id="preferences" title={t('Preferences')} hint={t('They go with your account to every device.')}>
      <Select
        label={t('Home feed')}
        hint={t('What the front page shows you.')}
        value={settings.homeFeed}
        onChange={(homeFeed) => onChange({ homeFeed })}
        options={[
          { value: 'all', label: t('All') },
          { value: 'subscriptions', label: t('Subscriptions') },
        ]}
      />
      <Select
        label={t('Order of comments')}
        hint={t('How discussions open. The last order that you choose on a post is kept here, too.')}
        value={settings.commentSort ?? 'best'}
        onChange={(commentSort) => onChange({ commentSort })}
        options={commentSorts.map((value) => ({ value, label: commentSortLabel(value) }))}
      />
      <div className={styles.choices}>
        {switches.map(({ key, label, hint }) => (
          <Checkbox
            key={key}
            label={label}
            hint={hint}
            checked={settings[key]}
            onChange={(isOn) => onChange({ [key]: isOn })}
          />
        ))}
      </div>
    </Section>
  )
}
