import { type ReactNode, useCallback } from 'react'
import { useFreshViewer } from '../data/account/initial.ts'
import { keepColumnScroll } from '../device/scrollMemory.ts'
import { DialogsProvider, useDialogs } from '../features/dialogs/dialogs.tsx'
import { ToastsProvider } from '../ui/feedback/toasts.tsx'
import { BottomBar } from './BottomBar.tsx'
import { LazyBackground } from './background/LazyBackground.tsx'
import { hostedDialogs } from './hostedDialogs.ts'
import { LeftColumn } from './LeftColumn.tsx'
import { Navbar } from './Navbar.tsx'
import styles from './Shell.module.css'

interface ShellProps {
  /** The next page is loading. */
  isWaiting: boolean
  children: ReactNode
}

/** The frame of every page. */
export function Shell({ isWaiting, children }: ShellProps) {
  return (
    <div id="page">
      <ToastsProvider>
        <DialogsProvider hosted={hostedDialogs}>
          <a className="skip-link" href="#main">
            Skip to content
          </a>
          {isWaiting && <div className={styles.progress} role="progressbar" aria-label="Loading" />}
          <Navbar />
          <div className={styles.columns}>
            <div className={styles.left} ref={keepColumnScroll}>
              <LeftColumn />
            </div>
            {children}
          </div>
          <BottomBar />
          <FreshViewer />
          <LazyBackground />
        </DialogsProvider>
      </ToastsProvider>
    </div>
  )
}

function FreshViewer() {
  const dialogs = useDialogs()
  useFreshViewer(useCallback(() => dialogs.open('login-prompt'), [dialogs]))
  return null
}
