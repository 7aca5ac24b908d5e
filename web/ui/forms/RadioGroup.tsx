import { type ReactNode, useId } from 'react'
import styles from './RadioGroup.module.css'

interface RadioGroupProps<T extends string> {
  /** What is chosen. */
  legend: string
  options: readonly { value: T; label: ReactNode; hint?: string | null }[]
  /** null: nothing is chosen yet. */
  value: T | null
  onChange: (value: T) => void
  /** What is wrong with the choice, or nothing. */
  error?: string | null
  /** Gives the focus to what is chosen when it appears, for a group that comes after its dialog has opened. */
  autoFocus?: boolean
}

/** One of a few. The arrow keys move between the options, as in any group of radio buttons. */
export function RadioGroup<T extends string>({
  legend,
  options,
  value,
  onChange,
  error,
  autoFocus = false,
}: RadioGroupProps<T>) {
  const id = useId()
  return (
    <fieldset className={styles.group} aria-describedby={error ? `${id}error` : undefined}>
      <legend className={styles.legend}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={id}
            value={option.value}
            checked={option.value === value}
            // biome-ignore lint/a11y/noAutofocus: only where a dialog has just been opened.
            autoFocus={autoFocus && option.value === value}
            aria-describedby={option.hint ? `${id}${option.value}` : undefined}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
          {option.hint && (
            <span id={`${id}${option.value}`} className={styles.hint}>
              {option.hint}
            </span>
          )}
        </label>
      ))}
      {error && (
        <p id={`${id}error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
