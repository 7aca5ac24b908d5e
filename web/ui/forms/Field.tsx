import { type ReactNode, useId } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { textLength } from './acceptText.ts'
import styles from './Field.module.css'

export interface FieldTexts {
  label: string
  /** Keeps the label for screen readers only, where the place says what the field is for. */
  hideLabel?: boolean
  /** Shown under the field as long as there is no error. */
  hint?: ReactNode
  /** Shows the hint below the error, too: where it says what the error is about. */
  keepsHint?: boolean
  /** What is wrong with the value, or nothing. */
  error?: string | null | undefined
}

/** Attributes that tie an input to the label, hint and error that `Field` writes around it. */
export interface FieldIds {
  id: string
  'aria-describedby'?: string
  'aria-invalid': true | undefined
}

interface FieldProps extends FieldTexts {
  /** Shows 'n / max' beside the label. */
  count?: { value: string; maxLength: number | undefined }
  children: (ids: FieldIds) => ReactNode
}

/** Label, count, hint and error around an input of any kind. */
export function Field({ label, hideLabel, hint, keepsHint, error, count, children }: FieldProps) {
  const id = useId()
  const note = error || hint
  const below = keepsHint && error ? hint : undefined
  return (
    <div className={styles.field}>
      <div className={hideLabel && !count?.maxLength ? 'visually-hidden' : styles.head}>
        <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
          {label}
        </label>
        {count?.maxLength !== undefined && (
          <span className={styles.count}>{countText(count.value, count.maxLength)}</span>
        )}
      </div>
      {children({
        id,
        ...(note && { 'aria-describedby': below ? `${id}note ${id}hint` : `${id}note` }),
        'aria-invalid': error ? true : undefined,
      })}
      {note && (
        <div
          id={`${id}note`}
          className={error ? styles.error : styles.hint}
          role={error ? 'alert' : undefined}
        >
          {note}
        </div>
      )}
      {below && (
        <div id={`${id}hint`} className={styles.hint}>
          {below}
        </div>
      )}
    </div>
  )
}

/** Says where a field cuts off what is pasted, so that nobody thinks that all of it is there. */
function countText(value: string, maxLength: number): string {
  const length = textLength(value)
  const count = `${length} / ${maxLength}`
  return length < maxLength ? count : t('{count}, limit reached', { count })
}
