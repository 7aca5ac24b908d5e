import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { changeViewer, useViewer } from '../../data/account/initial.ts'
import { isInstalled } from '../../device/installed.ts'
import { followNewCount } from '../../device/newCount.ts'

/** Keeps the count of new notifications up to date, on the page and on the icon of the installed application. */
export function useLiveCount(): void {
  const queryClient = useQueryClient()
  const viewer = useViewer()
  const isMember = viewer !== null
  const newCount = viewer?.notificationsNewCount ?? 0
  useEffect(() => {
    if (!isMember) return
    const follow = () =>
      followNewCount({
        onCount: (notificationsNewCount) => changeViewer(queryClient, { notificationsNewCount }),
        onReports: showOpenReports,
      })
    let stop = follow()
    // An open stream would keep the page out of the back/forward cache.
    const leave = () => stop()
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) stop = follow()
    }
    addEventListener('pagehide', leave)
    addEventListener('pageshow', comeBack)
    return () => {
      stop()
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', comeBack)
    }
  }, [isMember, queryClient])
  useEffect(() => {
    if (isInstalled()) navigator.setAppBadge?.(newCount).catch(() => {})
  }, [newCount])
}

/** Shows moderators the number of open reports at their queue's entry, through a style sheet, so that the first page needs no script for it. */
function showOpenReports(count: number): void {
  const { style } = document.documentElement
  if (count > 0) style.setProperty('--open-reports', `'${count > 999 ? '999+' : count}'`)
  else style.removeProperty('--open-reports')
}
