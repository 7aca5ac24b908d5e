import { t } from '../../../../contract/texts/t.ts'
import { SettingsForm, type SettingsSection } from './SettingsForm.tsx'

const sections = (): readonly SettingsSection[] => [
  {
    id: 'joining',
    title: t('Joining'),
    hint: t('Existing invitation links keep working unless no one can join.'),
    rows: ['joining', 'approvalQuestions', 'membersMayInvite'],
  },
  { id: 'reading', title: t('Reading'), rows: ['privateForum'] },
  {
    id: 'email',
    title: t('Email addresses'),
    hint: t("Existing accounts aren't affected."),
    rows: ['confirmedEmailToPost', 'refusedMailDomains', 'allowedMailDomains'],
  },
  { id: 'sessions', title: t('Sessions'), rows: ['sessionMostDays', 'adminSessionIdleHours'] },
]

/** Who may join, read and write. */
export function AccessSettings() {
  return <SettingsForm group="access" sections={sections()} />
}
