import type { SettingValues } from '../../../contract/siteSettings.ts'

export type ContactSettings = Pick<
  SettingValues,
  | 'providerName'
  | 'providerAddress'
  | 'legalRepresentative'
  | 'dataProtectionOfficer'
  | 'authoritiesEmail'
  | 'contactLanguages'
>

/** Whether the site says more about who runs it than an email address for people. */
export const hasContactPage = (settings: ContactSettings): boolean =>
  [
    settings.providerName,
    settings.providerAddress,
    settings.legalRepresentative,
    settings.dataProtectionOfficer,
    settings.authoritiesEmail,
    ...settings.contactLanguages,
  ].some((text) => text !== '')
