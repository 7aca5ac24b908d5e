import { t } from '../../../../contract/texts/t.ts'
import { SettingsForm, type SettingsSection } from './SettingsForm.tsx'

const sections = (): readonly SettingsSection[] => [
  {
    id: 'abilities',
    title: t('What members can do'),
    hint: t("Levels 0 to 3 are earned through activity. You can set a member's level on their profile."),
    rows: ['trustForLinks', 'trustForImages', 'trustForMentions', 'trustForMessages', 'trustForCommunities'],
  },
  {
    id: 'new-members',
    title: t('New members'),
    rows: ['trustWithoutReview', 'trustForAlerts', 'newMemberLimits'],
  },
]

/** What each trust level may do. */
export function TrustSettings() {
  return <SettingsForm group="trust" sections={sections()} />
}
