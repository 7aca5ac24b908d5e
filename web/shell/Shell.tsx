import type { ReactNode } from 'react'
import { t } from '../../contract/texts/t.ts'
import { useInitial } from '../data/account/initial.ts'
import { keepColumnScroll } from '../device/scrollMemory.ts'
import { AskWithoutScript } from '../features/agreement/AskWithoutScript.tsx'
import { DialogsProvider } from '../features/dialogs/dialogs.tsx'
import { ToastsProvider } from '../ui/feedback/toasts.tsx'
import { onDemand } from '../ui/onDemand.tsx'
import { LazyBackground } from './background/LazyBackground.tsx'
import { CachedBottomBar, CachedLeftColumn, CachedNavbar } from './CachedFrame.tsx'
import styles from './Shell.module.css'

// Their list is long, and fetched with the background of the page before someone opens one.
const HostedDialog = onDemand(() => import('./HostedDialog.tsx'))

interface ShellProps {
  /** The next page is loading. */
  isWaiting: boolean
  children: ReactNode
}

/** The frame of every page. For guests of a private forum it has no navigation. */
export function Shell({ isWaiting, children }: ShellProps) {
  const { privateForum, user } = useInitial()
  const hasFrame = user !== null || !privateForum
  return (
    <div id="page">
      <ToastsProvider>
        <DialogsProvider Hosted={HostedDialog}>
          <a className="skip-link" href="#main">
            {t('Skip to content')}
          </a>
          {isWaiting && <div className={styles.progress} role="progressbar" aria-label={t('Loading')} />}
          <CachedNavbar />
          <AskWithoutScript />
          <div className={styles.columns}>
            <div className={styles.left} ref={keepColumnScroll}>
              {hasFrame && <CachedLeftColumn />}
            </div>
            {children}
          </div>
          {hasFrame && <CachedBottomBar />}
          <LazyBackground />
        </DialogsProvider>
      </ToastsProvider>
    </div>
  )
}
