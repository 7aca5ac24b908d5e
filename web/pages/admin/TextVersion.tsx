import { type ReactNode, useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import styles from './TextVersion.module.css'

interface TextVersionProps {
  id: string
  /** When and by whom. */
  about: ReactNode
  /** null: there is none to show. */
  text: string | null
  action?: ReactNode
}

/** An earlier version of a text, which a button shows. */
export function TextVersion({ id, about, text, action }: TextVersionProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <li className={styles.version}>
      <p className={styles.about}>{about}</p>
      <div className={styles.buttons}>
        {text !== null && (
          <Button small aria-expanded={isShown} aria-controls={id} onClick={() => setIsShown(!isShown)}>
            {isShown ? t('Hide') : t('Show')}
          </Button>
        )}
        {action}
      </div>
      {isShown && (
        <pre className={styles.source} id={id} dir="auto">
          {text}
        </pre>
      )}
    </li>
  )
}
