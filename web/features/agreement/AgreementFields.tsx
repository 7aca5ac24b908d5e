import { t } from '../../../contract/texts/t.ts'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { Mistake } from '../../ui/forms/Mistake.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { rich } from '../../ui/text/rich.ts'
import styles from './Agreement.module.css'

/** What the site asks, from the initial data. */
export interface Asked {
  readonly termsToAccept: string
  readonly ageToDeclare: number
}

/** Which of the boxes are ticked. */
export interface Ticked {
  readonly terms: boolean
  readonly age: boolean
}

export const nothingTicked: Ticked = { terms: false, age: false }

/** What is not ticked though the site asks for it. */
const isMissing = ({ termsToAccept, ageToDeclare }: Asked, { terms, age }: Ticked) => ({
  terms: termsToAccept !== '' && !terms,
  age: ageToDeclare > 0 && !age,
})

export const isAgreed = (asked: Asked, ticked: Ticked): boolean => {
  const { terms, age } = isMissing(asked, ticked)
  return !terms && !age
}

/** What is sent. Only what is asked for, because other clients send nothing either. */
export const agreementOf = ({ termsToAccept, ageToDeclare }: Asked) => ({
  ...(termsToAccept !== '' && { acceptedTerms: termsToAccept }),
  ...(ageToDeclare > 0 && { declaredAge: ageToDeclare }),
})

interface AgreementFieldsProps {
  asked: Asked
  ticked: Ticked
  onChange: (ticked: Ticked) => void
  /** Whether to say what is missing. */
  isChecked: boolean
  disabled?: boolean
}

/** The boxes for the terms and the minimum age, where the site asks for them. */
export function AgreementFields({ asked, ticked, onChange, isChecked, disabled }: AgreementFieldsProps) {
  const { termsToAccept, ageToDeclare } = asked
  const missing = isMissing(asked, ticked)
  return (
    <>
      {ageToDeclare > 0 && (
        <div>
          <Checkbox
            label={t('I am at least {age, number} years old.', { age: ageToDeclare })}
            checked={ticked.age}
            disabled={disabled}
            aria-invalid={isChecked && missing.age}
            onChange={(age) => onChange({ ...ticked, age })}
          />
          {isChecked && missing.age && (
            <Mistake
              text={t('You must be at least {age, number} to have an account here.', { age: ageToDeclare })}
            />
          )}
        </div>
      )}
      {termsToAccept !== '' && (
        <div>
          <Checkbox
            label={rich('I have read and accept the <terms>terms</terms>.', {
              terms: (inside) => (
                <Link href="/terms" target="_blank" className={styles.link}>
                  {inside}
                </Link>
              ),
            })}
            checked={ticked.terms}
            disabled={disabled}
            aria-invalid={isChecked && missing.terms}
            onChange={(terms) => onChange({ ...ticked, terms })}
          />
          {isChecked && missing.terms && <Mistake text={t('Please accept the terms to continue.')} />}
        </div>
      )}
    </>
  )
}
