import { t } from '../../../../contract/texts/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { StepFoot } from '../../../ui/layout/StepHead.tsx'
import styles from './Setup.module.css'

interface StepActionsProps {
  /** null at the first step. */
  onBack: (() => void) | null
  onSkip: () => void
  isBusy: boolean
  /** Label of the button that submits the step. */
  label: string
}

export function StepActions({ onBack, onSkip, isBusy, label }: StepActionsProps) {
  return (
    <StepFoot>
      {onBack && (
        <span className={styles.back}>
          <Button icon="back" variant="soft" onClick={onBack}>
            {t('Back')}
          </Button>
        </span>
      )}
      <Button variant="soft" onClick={onSkip}>
        {t('Skip')}
      </Button>
      <Button type="submit" variant="main" busy={isBusy}>
        {label}
      </Button>
    </StepFoot>
  )
}
