import type { ComponentPropsWithRef } from 'react'
import { acceptText } from './acceptText.ts'
import styles from './Field.module.css'
import { Field, type FieldTexts } from './Field.tsx'

type TextFieldProps = FieldTexts &
  Omit<ComponentPropsWithRef<'input'>, keyof FieldTexts | 'value' | 'onChange' | 'maxLength'> & {
    value: string
    /** Called with the text as it was accepted: cut to `maxLength`, and freed of what `limitedText` forbids. */
    onChange: (value: string) => void
    /** In characters; shows 'n / max'. */
    maxLength?: number
    /** Accepts only 0-9, a-z, A-Z and underscore, as names are made of. */
    limitedText?: boolean
  }

/** One line of text. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    hideLabel = false,
    hint,
    keepsHint = false,
    error,
    value,
    onChange,
    maxLength,
    limitedText,
    className,
    ...input
  } = props
  return (
    <Field
      label={label}
      hideLabel={hideLabel}
      hint={hint}
      keepsHint={keepsHint}
      error={error}
      count={{ value, maxLength }}
    >
      {(ids) => (
        <input
          type="text"
          // Without a text, the placeholder is where lines of the page begin.
          dir={value === '' ? undefined : 'auto'}
          {...input}
          {...ids}
          {...(limitedText && { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false })}
          className={styles.control}
          value={value}
          onChange={(event) => onChange(acceptText(event.currentTarget.value, { limitedText, maxLength }))}
        />
      )}
    </Field>
  )
}
