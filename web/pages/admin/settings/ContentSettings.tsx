import { ReportReasons } from './ReportReasons.tsx'
import { SettingsForm, type SettingsSection } from './SettingsForm.tsx'

const sections: readonly SettingsSection[] = [
  {
    id: 'communities',
    title: 'Communities',
    rows: ['communityCreation', 'communityCreationPoints', 'communitiesModeratedMax'],
  },
  {
    id: 'posts',
    title: 'Posts',
    rows: [
      'mediaPostPoints',
      'imagePosts',
      'imagesPerPost',
      'uploadMaxMib',
      'linkPreviews',
      'nofollowLinks',
      'editHistory',
    ],
  },
  { id: 'names', title: 'Names', rows: ['reservedNames'] },
  { id: 'notices', title: 'Notices', rows: ['noticeDays'] },
  { id: 'feeds', title: 'Feeds and votes', rows: ['defaultFeedSort', 'newUserPoints', 'newUserAgeSeconds'] },
]

/** Who may post what. */
export function ContentSettings() {
  return (
    <>
      <SettingsForm group="content" sections={sections} />
      <ReportReasons />
    </>
  )
}
