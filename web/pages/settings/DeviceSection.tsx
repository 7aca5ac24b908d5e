import { t } from '../../../contract/texts/t.ts'
import { setPreference, usePreference } from '../../device/preferences.ts'
import { Select } from '../../ui/forms/Select.tsx'
import { Switch } from '../../ui/forms/Switch.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import styles from './Settings.module.css'

/** Preferences of this device. They take effect at once. */
export function DeviceSection() {
  const font = usePreference('font')
  const isScrollingDisabled = usePreference('infinite_scrolling_disabled')
  const isAutohideDisabled = usePreference('top_navbar_autohide_disabled')
  return (
    <Section id="device" title={t('This device')} hint={t('Stored on this device only.')}>
      <Select
        label={t('Font')}
        hint={t("Custom uses this site's font. System uses your device's.")}
        value={font ?? 'custom'}
        onChange={(font) => setPreference('font', font)}
        options={[
          { value: 'custom', label: t('Custom') },
          { value: 'system', label: t('System') },
        ]}
      />
      <div className={styles.choices}>
        <Switch
          label={t('Infinite scrolling disabled')}
          hint={t('Load more posts with a button.')}
          checked={isScrollingDisabled === true}
          onChange={(isOn) => setPreference('infinite_scrolling_disabled', isOn)}
        />
        <Switch
          label={t('Top navbar autohide disabled')}
          hint={t('Keep the top bar visible while scrolling on phones.')}
          checked={isAutohideDisabled === true}
          onChange={(isOn) => setPreference('top_navbar_autohide_disabled', isOn)}
        />
      </div>
    </Section>
  )
}
