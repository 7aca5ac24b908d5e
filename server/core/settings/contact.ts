import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Config } from '../../config.ts'

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

/** Whom push services can reach about the messages of this site; empty if nobody is named, and then it sends no push messages. */
export const pushContactOf = ({
  config,
  settings,
}: {
  readonly config: Pick<Config, 'pushContact'>
  readonly settings: Pick<SettingValues, 'contactEmail'>
}): string => config.pushContact || settings.contactEmail
