import { t } from '../../../contract/texts/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import styles from './DraftConflict.module.css'

interface DraftConflictProps {
  /** The texts of this device and of another. */
  mine: string
  other: string
  onSettle: (choice: 'this' | 'other') => void
}

/** Shows two versions of a draft, from which the author chooses one. */
export function DraftConflict({ mine, other, onSettle }: DraftConflictProps) {
  return (
    <section className={styles.conflict} aria-label={t('Two drafts')}>
      <Banner tone="warning">
        <p>{t('You have also written this on another device. Which text shall stay?')}</p>
      </Banner>
      <div className={styles.texts}>
        <figure>
          <figcaption className={styles.heading}>{t('Here')}</figcaption>
          <DraftText text={mine} />
          <Button small onClick={() => onSettle('this')}>
            {t('Keep this text')}
          </Button>
        </figure>
        <figure>
          <figcaption className={styles.heading}>{t('On the other device')}</figcaption>
          <DraftText text={other} />
          <Button small onClick={() => onSettle('other')}>
            {t('Use that text')}
          </Button>
        </figure>
      </div>
    </section>
  )
}

function DraftText({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also with keys.
    <pre className={styles.text} tabIndex={0} dir="auto">
      {text}
    </pre>
  )
}
