import type { SettingName } from '../../../../contract/siteSettings.ts'
import { t } from '../../../../contract/texts/t.ts'
import { AcceptedTerms } from './AcceptedTerms.tsx'
import { SettingsForm, type SettingsSection } from './SettingsForm.tsx'

const sections = (): readonly SettingsSection[] => [
  {
    id: 'provider',
    title: t('Who runs the site'),
    hint: t('Shown on the Contact page, with the contact email.'),
    rows: [
      'providerName',
      'providerAddress',
      'legalRepresentative',
      'dataProtectionOfficer',
      'donationFunded',
      'donationUrl',
    ],
  },
  { id: 'contact', title: t('Contact'), rows: ['authoritiesEmail', 'contactLanguages'] },
  { id: 'terms', title: t('Terms'), rows: ['acceptTerms', 'termsAskedAgainAt'] },
  { id: 'age', title: t('Age'), rows: ['minimumAge'] },
]

/** They are part of every page. */
const seenAfterReload: readonly SettingName[] = [
  'providerName',
  'providerAddress',
  'legalRepresentative',
  'dataProtectionOfficer',
  'authoritiesEmail',
  'contactLanguages',
]

/** What laws ask of the site. */
export function LawSettings() {
  return (
    <>
      <SettingsForm group="law" sections={sections()} seenAfterReload={seenAfterReload} />
      <AcceptedTerms />
    </>
  )
}
