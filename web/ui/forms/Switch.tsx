import { type ComponentPropsWithRef, useId } from 'react'
import styles from './Switch.module.css'

type SwitchProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'role' | 'checked' | 'onChange'> & {
  label: string
  hint?: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** On or off, at once. The label stands left, the switch right. */
export function Switch({ label, hint, checked, onChange, className, ...input }: SwitchProps) {
  const id = useId()
  return (
    <div className={styles.row}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox already says whether it is checked (ARIA in HTML).
        role="switch"
        id={id}
        className={styles.switch}
        aria-describedby={hint ? `${id}hint` : undefined}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {hint && (
        <p id={`${id}hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
