import { type ComponentPropsWithRef, useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import styles from './Field.module.css'
import { Field, type FieldTexts } from './Field.tsx'

type PasswordFieldProps = Omit<FieldTexts, 'hideLabel'> &
  Omit<ComponentPropsWithRef<'input'>, keyof FieldTexts | 'value' | 'onChange' | 'type'> & {
    value: string
    onChange: (value: string) => void
  }

/** A password, whose characters can be shown. */
export function PasswordField({
  label,
  hint,
  keepsHint = false,
  error,
  value,
  onChange,
  ...input
}: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <Field label={label} hint={hint} keepsHint={keepsHint} error={error}>
      {(ids) => (
        <span className={styles.withButton}>
          <input
            {...input}
            {...ids}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className={styles.control}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <IconButton
            icon={isShown ? 'hide' : 'show'}
            label={isShown ? t('Hide password') : t('Show password')}
            onClick={() => setIsShown(!isShown)}
          />
        </span>
      )}
    </Field>
  )
}
