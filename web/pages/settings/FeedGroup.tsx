import type { User } from '../../../contract/entities/ownUser.ts'
import { t } from '../../../contract/texts/t.ts'
import { commentSorts } from '../../../contract/words.ts'
import { setPreference, usePreference } from '../../device/preferences.ts'
import { commentSortLabel } from '../../features/comments/commentSortLabel.ts'
import { Select } from '../../ui/forms/Select.tsx'
import { Switch } from '../../ui/forms/Switch.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { SectionGroup } from '../../ui/layout/SectionGroup.tsx'
import { SettingSwitch } from './SettingSwitch.tsx'
import styles from './Settings.module.css'
import { useSavedSetting } from './useSavedSetting.ts'

/** What feeds and posts show, and how. */
export function FeedGroup({ viewer }: { viewer: User }) {
  const [homeFeed, setHomeFeed] = useSavedSetting(viewer, 'homeFeed')
  const [commentSort, setCommentSort] = useSavedSetting(viewer, 'commentSort')
  const isScrollingDisabled = usePreference('infinite_scrolling_disabled')
  return (
    <SectionGroup id="feed" title={t('Feed and posts')}>
      <Card padded className={styles.card}>
        <div className={styles.rows}>
          <Select
            label={t('Home feed')}
            hint={t('Which posts the home page shows.')}
            value={homeFeed}
            onChange={setHomeFeed}
            options={[
              { value: 'all', label: t('All') },
              { value: 'subscriptions', label: t('Subscriptions') },
            ]}
          />
          <SettingSwitch
            viewer={viewer}
            name="rememberFeedSort"
            label={t('Remember feed sort')}
            hint={t('Open feeds with the sort you last used on this device.')}
          />
          <Switch
            label={t('Load more posts while scrolling')}
            hint={t('On this device. When off, a button appears instead.')}
            checked={isScrollingDisabled !== true}
            onChange={(isOn) => setPreference('infinite_scrolling_disabled', !isOn)}
          />
          <SettingSwitch
            viewer={viewer}
            name="hideBots"
            label={t("Hide bots' posts")}
            hint={t('In feeds. Profiles still show them.')}
          />
          <SettingSwitch
            viewer={viewer}
            name="embedsOff"
            opposite
            label={t('Show video players')}
            hint={t('When off, videos appear as links.')}
          />
          <Select
            label={t('Default comment sort')}
            hint={t('Remembers the one you last used.')}
            value={commentSort ?? 'best'}
            onChange={setCommentSort}
            options={commentSorts.map((value) => ({ value, label: commentSortLabel(value) }))}
          />
          <SettingSwitch
            viewer={viewer}
            name="requireAltText"
            label={t('Require alt text')}
            hint={t('Require a description for every image I post.')}
          />
        </div>
      </Card>
    </SectionGroup>
  )
}
