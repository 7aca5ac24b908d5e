import type { SettingName } from '../../../../contract/siteSettings.ts'
import { AcceptedTerms } from './AcceptedTerms.tsx'
import { SettingsForm, type SettingsSection } from './SettingsForm.tsx'

const sections: readonly SettingsSection[] = [
  {
    id: 'provider',
    title: 'Who runs the site',
    hint: 'Shown on the page Contact, with the email address from Identity.',
    rows: [
      'providerName',
      'providerAddress',
      'legalRepresentative',
      'dataProtectionOfficer',
      'donationFunded',
    ],
  },
  { id: 'contact', title: 'Contact', rows: ['authoritiesEmail', 'contactLanguages'] },
  { id: 'terms', title: 'Terms', rows: ['acceptTerms', 'termsAskedAgainAt'] },
  { id: 'age', title: 'Age', rows: ['minimumAge'] },
]

/** Other pages learn of them when they are loaded again. */
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
      <SettingsForm group="law" sections={sections} seenAfterReload={seenAfterReload} />
      <AcceptedTerms />
    </>
  )
}
