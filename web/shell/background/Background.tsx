import { useEffect } from 'react'
import { registerServiceWorker } from '../../device/serviceWorker.ts'
import { useEditHistory } from '../../features/editHistory/useEditHistory.tsx'
import { usePush } from '../../features/notifications/usePush.ts'
import { useShownPage } from '../../router/page.ts'
import { InstallBanner } from './InstallBanner.tsx'
import { OfflineBar } from './OfflineBar.tsx'
import { PullToRefresh } from './PullToRefresh.tsx'
import { useFeedPlace } from './useFeedPlace.ts'
import { useLiveCount } from './useLiveCount.ts'
import { useLoginPrompt } from './useLoginPrompt.ts'
import { useNavbar } from './useNavbar.ts'
import { useNewPostMarks } from './useNewPostMarks.ts'
import { useReportInstalled } from './useReportInstalled.ts'
import { useRestoredFocus } from './useRestoredFocus.ts'
import { useShortcuts } from './useShortcuts.ts'
import { useStepsWithinPage } from './useStepsWithinPage.ts'
import { useUpdatePrompt } from './useUpdatePrompt.ts'

/**
 * What runs beside every page without delaying it: connection state, updates, the installed application,
 * gestures and keyboard shortcuts.
 */
export default function Background() {
  const { path } = useShownPage()
  useEffect(registerServiceWorker, [])
  useUpdatePrompt()
  useLiveCount()
  useLoginPrompt()
  useNewPostMarks()
  usePush()
  useReportInstalled()
  useNavbar()
  useRestoredFocus()
  useFeedPlace()
  useShortcuts()
  useStepsWithinPage()
  const editHistory = useEditHistory()
  return (
    <>
      <OfflineBar />
      <PullToRefresh />
      {editHistory}
      {path === '/' && <InstallBanner />}
    </>
  )
}
