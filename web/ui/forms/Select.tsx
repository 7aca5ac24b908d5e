import type { ComponentPropsWithRef } from 'react'
import { Icon } from '../icons/Icon.tsx'
import fieldStyles from './Field.module.css'
import { Field, type FieldTexts } from './Field.tsx'
import styles from './Select.module.css'

type SelectProps<Value extends string> = FieldTexts &
  Omit<ComponentPropsWithRef<'select'>, keyof FieldTexts | 'value' | 'onChange' | 'children'> & {
    value: Value
    onChange: (value: Value) => void
    options: readonly { value: Value; label: string }[]
  }

/** One of a few; the browser's own control. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hideLabel = false, hint, error, value, onChange, options, className, ...select } = props
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error}>
      {(ids) => (
        <span className={styles.box}>
          <select
            {...select}
            {...ids}
            className={`${fieldStyles.control} ${styles.select}`}
            value={value}
            onChange={(event) => {
              const chosen = options.find((option) => option.value === event.currentTarget.value)
              if (chosen) onChange(chosen.value)
            }}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" size={16} />
        </span>
      )}
    </Field>
  )
}
