import { Button } from '../../ui/buttons/Button.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import styles from './DraftConflict.module.css'

interface DraftConflictProps {
  /** The texts of this device and of another. */
  mine: string
  other: string
  onSettle: (choice: 'this' | 'other') => void
}

/** Shows two texts for the same place, of which whoever writes keeps one. */
export function DraftConflict({ mine, other, onSettle }: DraftConflictProps) {
  return (
    <section className={styles.conflict} aria-label="Two drafts">
      <Banner tone="warning">
        <p>You have also written this on another device. Which text shall stay?</p>
      </Banner>
      <div className={styles.texts}>
        <div>
          <h3 className={styles.heading}>Here</h3>
          <pre className={styles.text}>{mine}</pre>
          <Button small onClick={() => onSettle('this')}>
            Keep this text
          </Button>
        </div>
        <div>
          <h3 className={styles.heading}>On the other device</h3>
          <pre className={styles.text}>{other}</pre>
          <Button small onClick={() => onSettle('other')}>
            Use that text
          </Button>
        </div>
      </div>
    </section>
  )
}
