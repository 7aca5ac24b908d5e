import { useContext, useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { SiteContext } from '../../data/account/site.ts'
import { isInstalled, isIos } from '../../device/installed.ts'
import { useInstallPrompt } from '../../device/installPrompt.ts'
import { remember, remembered } from '../../device/remembered.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { Logo } from '../../ui/icons/Logo.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import styles from './Background.module.css'

const neverAgainKey = 'neverShowInstallBanner'

/** Offers phones to install the site; closed once, it never comes back. */
export function InstallBanner() {
  const site = useContext(SiteContext)
  const prompt = useInstallPrompt()
  const steps = useLayer()
  const [isWanted, setIsWanted] = useState(() => !isInstalled() && remembered(neverAgainKey) !== 'true')
  if (!isWanted || !(prompt || isIos())) return null
  return (
    <>
      <section className={styles.install} aria-label={t('Install')}>
        <Logo size={32} />
        <div className={styles.words}>
          <strong>Install {site.name}</strong>
          <span className={styles.hint}>{t('Opens from your home screen.')}</span>
        </div>
        <Button variant="main" onClick={() => (prompt ? prompt() : steps.open())}>
          {t('Install')}
        </Button>
        <IconButton
          icon="close"
          label={t("Don't show again")}
          onClick={() => {
            remember(neverAgainKey, 'true')
            setIsWanted(false)
          }}
        />
      </section>
      {steps.isOpen && <IosSteps name={site.name} onClose={steps.close} />}
    </>
  )
}

function IosSteps({ name, onClose }: { name: string; onClose: () => void }) {
  return (
    <Dialog
      title={`Install ${name}`}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('Got it')}</Button>}
    >
      <ol className={styles.steps}>
        <li>
          Press <strong>{t('Share')}</strong>, the square with an arrow that points up. In Safari it is at the
          bottom of the screen, in other browsers beside the address.
        </li>
        <li>
          Scroll down and press <strong>{t('Add to Home Screen')}</strong>.
        </li>
        <li>
          Press <strong>{t('Add')}</strong>.
        </li>
      </ol>
    </Dialog>
  )
}
