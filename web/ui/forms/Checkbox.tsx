import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import styles from './Checkbox.module.css'

type CheckboxProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'checked' | 'onChange'> & {
  label: ReactNode
  hint?: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Yes or no, as part of what a form sends. For what takes effect at once there is `Switch`. */
export function Checkbox({ label, hint, checked, onChange, className, ...input }: CheckboxProps) {
  const id = useId()
  return (
    <div className={styles.row}>
      <input
        {...input}
        type="checkbox"
        id={id}
        aria-describedby={hint ? `${id}hint` : undefined}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
