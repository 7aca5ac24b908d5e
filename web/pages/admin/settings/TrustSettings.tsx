import { t } from '../../../../contract/texts/t.ts'
import { SettingsForm, type SettingsSection } from './SettingsForm.tsx'

const sections = (): readonly SettingsSection[] => [
  {
    id: 'abilities',
    title: t('What members can do'),
    hint: t('Levels 0 to 3 follow from activity. Set a level on the profile of a member.'),
    rows: ['trustForLinks', 'trustForImages', 'trustForMentions', 'trustForMessages', 'trustForCommunities'],
  },
  {
    id: 'new-members',
    title: t('New members'),
    rows: ['trustWithoutReview', 'trustForAlerts', 'newMemberLimits'],
  },
]

/** What each level of trust may do. */
export function TrustSettings() {
  return <SettingsForm group="trust" sections={sections()} />
}
