import { useEffect } from 'react'
import { keepServiceWorker } from '../../device/serviceWorker.ts'
import { useShown } from '../../navigation.ts'
import { InstallBanner } from './InstallBanner.tsx'
import { OfflineBar } from './OfflineBar.tsx'
import { PullToRefresh } from './PullToRefresh.tsx'
import { useKeptFocus } from './useKeptFocus.ts'
import { useLiveCount } from './useLiveCount.ts'
import { useNavbar } from './useNavbar.ts'
import { usePush } from './usePush.ts'
import { useReportInstalled } from './useReportInstalled.ts'
import { useShortcuts } from './useShortcuts.ts'
import { useUpdatePrompt } from './useUpdatePrompt.ts'

/**
 * What goes along with every page and no page waits for: the device's connection, updates, the installed application,
 * gestures and keys.
 */
export default function Companion() {
  const { path } = useShown()
  useEffect(keepServiceWorker, [])
  useUpdatePrompt()
  useLiveCount()
  usePush()
  useReportInstalled()
  useNavbar()
  useKeptFocus()
  useShortcuts()
  return (
    <>
      <OfflineBar />
      <PullToRefresh />
      {path === '/' && <InstallBanner />}
    </>
  )
}
