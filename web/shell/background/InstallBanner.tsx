import { type ReactNode, useContext, useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { SiteContext } from '../../data/account/site.ts'
import { isInstalled, isIos } from '../../device/installed.ts'
import { useInstallPrompt } from '../../device/installPrompt.ts'
import { remember, remembered } from '../../device/remembered.ts'
import { visitNumber } from '../../device/visits.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { Logo } from '../../ui/icons/Logo.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { rich } from '../../ui/text/rich.ts'
import styles from './Background.module.css'

/** Before, people do not know yet whether they come back. */
const firstVisitOffered = 3

const neverAgainKey = 'neverShowInstallBanner'

/** Offers phones to install the site, once they came back a few times; closed once, it never comes back. */
export function InstallBanner() {
  const site = useContext(SiteContext)
  const prompt = useInstallPrompt()
  const steps = useLayer()
  const [isWanted, setIsWanted] = useState(
    () => !isInstalled() && remembered(neverAgainKey) !== 'true' && visitNumber() >= firstVisitOffered,
  )
  if (!isWanted || !(prompt || isIos())) return null
  return (
    <>
      <section className={styles.install} aria-label={t('Install')}>
        {site.logo ? (
          <img src={`${site.logo.path}icon-192.png`} alt="" width={32} height={32} />
        ) : (
          <Logo size={32} />
        )}
        <div className={styles.words}>
          <strong>{t('Install {name}', { name: site.name })}</strong>
          <span className={styles.hint}>{t('Open it from your home screen.')}</span>
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

const bold = (inside: ReactNode) => <strong>{inside}</strong>

function IosSteps({ name, onClose }: { name: string; onClose: () => void }) {
  return (
    <Dialog
      title={t('Install {name}', { name })}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('Got it')}</Button>}
    >
      <ol className={styles.steps}>
        <li>
          {rich(
            "Tap <b>Share</b>, the square with an arrow pointing up. In Safari, it's at the bottom of the screen. In other browsers, it's next to the address bar.",
            { b: bold },
          )}
        </li>
        <li>{rich('Scroll down and tap <b>Add to Home Screen</b>.', { b: bold })}</li>
        <li>{rich('Tap <b>Add</b>.', { b: bold })}</li>
      </ol>
    </Dialog>
  )
}
