import { SettingsForm, type SettingsSection } from './SettingsForm.tsx'

const sections: readonly SettingsSection[] = [
  {
    id: 'joining',
    title: 'Joining',
    hint: 'Links that were made to invite people go on working unless the site is closed.',
    rows: ['joining', 'approvalQuestions', 'membersMayInvite'],
  },
  { id: 'reading', title: 'Reading', rows: ['privateForum'] },
  {
    id: 'email',
    title: 'Email addresses',
    hint: 'Accounts that exist keep their addresses.',
    rows: ['confirmedEmailToPost', 'refusedMailDomains', 'allowedMailDomains'],
  },
  { id: 'sessions', title: 'Sessions', rows: ['sessionMostDays', 'adminSessionIdleHours'] },
]

/** Who may join, read and write. */
export function AccessSettings() {
  return <SettingsForm group="access" sections={sections} />
}
