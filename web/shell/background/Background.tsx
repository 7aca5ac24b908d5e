import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { signupFragment } from '../../../contract/access.ts'
import { t } from '../../../contract/texts/t.ts'
import { useViewer } from '../../data/account/initial.ts'
import { useApi } from '../../data/api.ts'
import { csrfToken } from '../../data/csrf.ts'
import { noticeAutofill } from '../../device/autofill.ts'
import { useIsOnline } from '../../device/connectivity.ts'
import { isInstalled } from '../../device/installed.ts'
import { registerServiceWorker } from '../../device/serviceWorker.ts'
import { visitNumber } from '../../device/visits.ts'
import { whenIdle } from '../../device/whenIdle.ts'
import { useAskMember } from '../../features/agreement/useAskMember.ts'
import { useDialogs } from '../../features/dialogs/dialogs.tsx'
import { useEditHistory } from '../../features/editHistory/useEditHistory.tsx'
import { saveFeedPlace } from '../../features/feed/feedPlace.ts'
import { usePush } from '../../features/notifications/usePush.ts'
import { useShownPage } from '../../router/page.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { guardKeys } from '../../ui/keys.ts'
import { hostedDialogs } from '../HostedDialog.tsx'
import styles from './Background.module.css'
import { InstallBanner } from './InstallBanner.tsx'
import { PullToRefresh } from './PullToRefresh.tsx'
import { useLiveCount } from './useLiveCount.ts'
import { useNavbar } from './useNavbar.ts'
import { useNewPostMarks } from './useNewPostMarks.ts'
import { useRestoredFocus } from './useRestoredFocus.ts'
import { useShortcuts } from './useShortcuts.ts'
import { useStepsWithinPage } from './useStepsWithinPage.ts'
import { useUpdatePrompt } from './useUpdatePrompt.ts'
import { useViewerElsewhere } from './useViewerElsewhere.ts'

/**
 * What runs beside every page without delaying it: connection state, updates, the installed application,
 * gestures and keyboard shortcuts.
 */
export default function Background() {
  const { path } = useShownPage()
  useEffect(registerServiceWorker, [])
  useEffect(guardKeys, [])
  useEffect(noticeAutofill, [])
  useEffect(() => void visitNumber(), [])
  useAskMember()
  useUpdatePrompt()
  useLiveCount()
  useLoginPrompt()
  useNewPostMarks()
  usePush()
  useReportInstalled()
  useNavbar()
  useRestoredFocus()
  useRestoredPage()
  useFeedPlace()
  useShortcuts()
  useSignupLink()
  useStepsWithinPage()
  useViewerElsewhere()
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

/** Opens the form to sign up where the fragment of the URL names it, as after the link for the first admin. */
function useSignupLink(): void {
  const dialogs = useDialogs()
  const isGuest = useViewer() === null
  useEffect(() => {
    if (isGuest && location.hash === `#${signupFragment}`) dialogs.open('signup')
  }, [dialogs, isGuest])
}

/**
 * Shows that there is no connection; the page can still be read and written on. A page that failed to load shows its
 * own message.
 */
function OfflineBar() {
  const isOnline = useIsOnline()
  const { content } = useShownPage()
  if (isOnline || content.kind === 'failed') return null
  return (
    <div className={styles.bar} role="status">
      <Icon name="offline" />
      <span>
        <strong>{t("You're offline")}</strong>{' '}
        <span className={styles.hint}>{t('Check your internet connection.')}</span>
      </span>
    </div>
  )
}

/**
 * Loads the page again when it comes back from the back/forward cache of the browser after someone logged in or out: it would show what
 * the member saw before.
 */
function useRestoredPage(): void {
  const viewerId = useViewer()?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: the token is another one when the viewer is.
  useEffect(() => {
    // It belongs to the session.
    const token = csrfToken()
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (!persisted || csrfToken() === token) return
      document.body.hidden = true
      location.reload()
    }
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [viewerId])
}

/** Remembers the position in a feed when the document is left, so that a reload restores it. */
function useFeedPlace(): void {
  const queryClient = useQueryClient()
  const { key } = useShownPage()
  useEffect(() => {
    const save = () => saveFeedPlace(queryClient, key)
    addEventListener('pagehide', save)
    return () => removeEventListener('pagehide', save)
  }, [queryClient, key])
}

/** Fetches the dialog that answers a guest's first vote, so that it opens without waiting for the network. */
function useLoginPrompt(): void {
  const isGuest = useViewer() === null
  useEffect(() => {
    if (isGuest) whenIdle(() => void hostedDialogs['login-prompt'].prefetch())
  }, [isGuest])
}

const reportedKey = 'pwa_use'

/** Reports to the server, once a window, that the installed application is used. */
function useReportInstalled(): void {
  const api = useApi()
  useEffect(() => {
    if (!isInstalled() || wasReported()) return
    // Only a statistic: a failure is ignored.
    api.call('recordEvent', { body: { event: 'pwa_use' } }).catch(() => {})
  }, [api])
}

function wasReported(): boolean {
  try {
    const was = sessionStorage.getItem(reportedKey) !== null
    sessionStorage.setItem(reportedKey, '')
    return was
  } catch {
    // The server counts a session once.
    return false
  }
}
