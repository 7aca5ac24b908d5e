import type { SettingValues } from '../../../contract/siteSettings.ts'

/** Who may join, read and write. */
export type AccessSettings = Pick<
  SettingValues,
  | 'joining'
  | 'approvalQuestions'
  | 'membersMayInvite'
  | 'privateForum'
  | 'confirmedEmailToPost'
  | 'refusedMailDomains'
  | 'allowedMailDomains'
>
