import { useContext } from 'react'
import type { User } from '../../../contract/entities/ownUser.ts'
import { isLanguage, languages } from '../../../contract/languages.ts'
import { t } from '../../../contract/texts/t.ts'
import { useSaveSettings } from '../../data/account/settings.ts'
import { SiteContext } from '../../data/account/site.ts'
import { refusalOf } from '../../data/failure.ts'
import { setPreference, usePreference } from '../../device/preferences.ts'
import { chooseTheme, useThemeChoice } from '../../device/themeChoice.ts'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { Select } from '../../ui/forms/Select.tsx'
import { Switch } from '../../ui/forms/Switch.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { SectionGroup } from '../../ui/layout/SectionGroup.tsx'
import { SettingSwitch } from './SettingSwitch.tsx'
import styles from './Settings.module.css'

/** What pages look like: on this device, and for this account. */
export function AppearanceGroup({ viewer }: { viewer: User }) {
  return (
    <SectionGroup id="appearance" title={t('Appearance')}>
      <OnThisDevice />
      <Section id="language" heading="h3" title={t('On all your devices')}>
        <div className={styles.rows}>
          <LanguageChoice viewer={viewer} />
          <SettingSwitch
            viewer={viewer}
            name="hideUserProfilePictures"
            opposite
            label={t('Show profile pictures')}
            hint={t('When off, initials are shown instead.')}
          />
        </div>
      </Section>
    </SectionGroup>
  )
}

/** Preferences of this device. They take effect at once, also in its other windows once they load a page. */
function OnThisDevice() {
  const theme = useThemeChoice()
  const textSize = usePreference('text_size')
  const font = usePreference('font')
  const isAutohideDisabled = usePreference('top_navbar_autohide_disabled')
  return (
    <Section id="device" heading="h3" title={t('On this device')}>
      <div className={styles.rows}>
        <Select
          label={t('Theme')}
          value={theme}
          onChange={chooseTheme}
          options={[
            { value: 'system', label: t('System') },
            { value: 'light', label: t('Light') },
            { value: 'dark', label: t('Dark') },
          ]}
        />
        <Select
          label={t('Text size')}
          value={textSize ?? 'normal'}
          onChange={(size) => setPreference('text_size', size === 'normal' ? undefined : size)}
          options={[
            { value: 'small', label: t('Small') },
            { value: 'normal', label: t('Normal') },
            { value: 'large', label: t('Large') },
            { value: 'largest', label: t('Extra large') },
          ]}
        />
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
        <Switch
          label={t('Hide the top bar while scrolling')}
          hint={t('On phones.')}
          checked={isAutohideDisabled !== true}
          onChange={(isOn) => setPreference('top_navbar_autohide_disabled', !isOn)}
        />
      </div>
    </Section>
  )
}

const ofBrowser = 'browser'

/** The language of pages and mails. It is saved at once, and the page loads again in it. */
function LanguageChoice({ viewer }: { viewer: User }) {
  const { languages: offered } = useContext(SiteContext)
  const save = useSaveSettings()
  const notifyFailure = useNotifyFailure()
  if (!offered) return null
  return (
    <Select
      label={t('Language')}
      hint={t('For pages, emails and notifications.')}
      value={offered.find((one) => one === viewer.language) ?? ofBrowser}
      disabled={save.isPending}
      onChange={(chosen) =>
        save.mutate(
          { language: isLanguage(chosen) ? chosen : null },
          {
            onSuccess: () => location.reload(),
            onError: (error) => {
              // It can still be chosen for this browser.
              if (refusalOf(error)?.code === 'read_only') location.assign('/-/language')
              else notifyFailure(error)
            },
          },
        )
      }
      options={[
        { value: ofBrowser, label: t('Automatic') },
        ...offered.map((value) => ({ value: value as string, label: languages[value].name })),
      ]}
    />
  )
}
