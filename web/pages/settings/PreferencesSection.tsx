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
const switchesOf = () =>
  [
    {
      key: 'rememberFeedSort',
      label: t('Remember feed sort'),
      hint: t('Open feeds with the sort you last used on this device.'),
    },
    { key: 'embedsOff', label: t('Embeds off'), hint: t('Show videos as links instead of players.') },
    {
      key: 'hideUserProfilePictures',
      label: t('Hide user profile pictures'),
      hint: t('Show initials instead of pictures.'),
    },
    {
      key: 'requireAltText',
      label: t('Require alt text'),
      hint: t('Require a description for every image I post.'),
    },
    {
      key: 'upvoteNotificationsOff',
      label: t('Upvote notifications off'),
      hint: t("Don't notify me when someone upvotes my posts or comments."),
    },
    {
      key: 'replyNotificationsOff',
      label: t('Reply notifications off'),
      hint: t("Don't notify me when someone replies to me."),
    },
    {
      key: 'mentionNotificationsOff',
      label: t('Mention notifications off'),
      hint: t("Don't notify me when someone mentions me."),
    },
  ] as const

/** Preferences that apply on all devices of the member. */
export function PreferencesSection({ settings, onChange }: PreferencesSectionProps) {
  return (
    <Section
      id="preferences"
      title={t('Preferences')}
      hint={t('Saved to your account and used on all your devices.')}
    >
      <Select
        label={t('Home feed')}
        hint={t('Which posts the home page shows.')}
        value={settings.homeFeed}
        onChange={(homeFeed) => onChange({ homeFeed })}
        options={[
          { value: 'all', label: t('All') },
          { value: 'subscriptions', label: t('Subscriptions') },
        ]}
      />
      <Select
        label={t('Default comment sort')}
        hint={t('Remembers the one you last used.')}
        value={settings.commentSort ?? 'best'}
        onChange={(commentSort) => onChange({ commentSort })}
        options={commentSorts.map((value) => ({ value, label: commentSortLabel(value) }))}
      />
      <div className={styles.choices}>
        {switchesOf().map(({ key, label, hint }) => (
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
