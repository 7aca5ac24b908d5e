import { t } from '../../../../contract/texts/t.ts'
import { ReportReasons } from './ReportReasons.tsx'
import { SettingsForm, type SettingsSection } from './SettingsForm.tsx'

const sections = (): readonly SettingsSection[] => [
  {
    id: 'communities',
    title: t('Communities'),
    rows: ['communityCreation', 'communityCreationPoints', 'communitiesModeratedMax'],
  },
  {
    id: 'posts',
    title: t('Posts'),
    rows: [
      'mediaPostPoints',
      'imagePosts',
      'blockedPictures',
      'pictureDistance',
      'imagesPerPost',
      'uploadMaxMib',
      'linkPreviews',
      'nofollowLinks',
      'editHistory',
    ],
  },
  { id: 'review', title: t('Review'), rows: ['holdNewMembers', 'holdFirst'] },
  { id: 'names', title: t('Names'), rows: ['reservedNames'] },
  { id: 'notices', title: t('Notices'), rows: ['noticeDays'] },
  {
    id: 'feeds',
    title: t('Feeds and votes'),
    rows: ['defaultFeedSort', 'downvotes', 'botVotes', 'newUserPoints', 'newUserAgeSeconds'],
  },
]

/** Who may post what. */
export function ContentSettings() {
  return (
    <>
      <SettingsForm group="content" sections={sections()} />
      <ReportReasons />
    </>
  )
}
