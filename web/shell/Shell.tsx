import { type ReactNode, useCallback } from 'react'
import { useFreshViewer } from '../data/initial.ts'
import { keepColumnScroll } from '../device/scrollMemory.ts'
import { BottomBar } from './BottomBar.tsx'
import { Later } from './companion/Later.tsx'
import { DialogsProvider, useDialogs } from './dialogs.tsx'
import { LeftColumn } from './LeftColumn.tsx'
import { Navbar } from './Navbar.tsx'
import styles from './Shell.module.css'
import { ToastsProvider } from './toasts.tsx'

interface Shell {
  /** The next page is on its way. */
  isWaiting: boolean
  children: ReactNode
}

/** What stands around every page. */
export function Shell({ isWaiting, children }: Shell) {
  return (
    <div id="page">
      <ToastsProvider>
        <DialogsProvider>
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
          <Later />
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
