import { type ReactNode, useEffect, useRef } from 'react'
import { type AccentTheme, accentThemes, accentTokens } from '../../../../contract/accent.ts'
import { contrastOf } from '../../../../contract/colors.ts'
import { t } from '../../../../contract/texts/t.ts'
import { Field } from '../../../ui/forms/Field.tsx'
import styles from './AccentField.module.css'

export interface TextControlProps {
  label: string
  hint: string | undefined
  error: string | undefined
  disabled: boolean
  value: string
  onChange: (value: string) => void
}

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text.trim())
/** The original accent colour, at which the picker opens. */
const originalAccent = '#19744b'

/** The accent colour, with a preview in both themes. */
export function AccentField({ label, hint, error, disabled, value, onChange }: TextControlProps) {
  const chosen = isColor(value) ? value.trim().toLowerCase() : null
  return (
    <>
      <Field label={label} hint={hint} error={error}>
        {(ids) => (
          <span className={styles.fields}>
            <input
              {...ids}
              className={styles.text}
              type="text"
              value={value}
              placeholder="#rrggbb"
              maxLength={7}
              spellCheck={false}
              autoComplete="off"
              disabled={disabled}
              onChange={(event) => onChange(event.currentTarget.value)}
            />
            <input
              className={styles.picker}
              type="color"
              aria-label={t('{label}: pick a color', { label })}
              value={chosen ?? originalAccent}
              disabled={disabled}
              onChange={(event) => onChange(event.currentTarget.value)}
            />
          </span>
        )}
      </Field>
      {chosen && (
        <div className={styles.samples}>
          {accentThemes.map((theme) => (
            <Sample key={theme} chosen={chosen} theme={theme} />
          ))}
        </div>
      )}
    </>
  )
}

const themeName = (theme: AccentTheme) => (theme === 'light' ? t('Light') : t('Dark'))
/** Smaller differences are invisible. */
const sameContrast = 1.04

function Sample({ chosen, theme }: { chosen: string; theme: AccentTheme }) {
  const tokens = accentTokens(chosen, theme)
  const isAdjusted = contrastOf(tokens.accent, chosen) > sameContrast
  return (
    <Tokens theme={theme} values={tokens}>
      <p className={styles.name}>
        {themeName(theme)}{' '}
        <span className={styles.note}>
          {!isAdjusted
            ? t('as chosen')
            : theme === 'light'
              ? t('darkened for contrast')
              : t('lightened for contrast')}
        </span>
      </p>
      <p className={styles.row}>
        <span className={styles.button}>{t('Button')}</span>
        <span className={styles.link}>{t('A link')}</span>
        <span className={styles.soft}>{t('Selected item')}</span>
      </p>
    </Tokens>
  )
}

/** Sets the tokens of a theme for what is inside. The security policy forbids style attributes, but not this. */
function Tokens(props: { theme: AccentTheme; values: object; children: ReactNode }) {
  const { theme, values, children } = props
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    for (const [name, value] of Object.entries(values)) element.current?.style.setProperty(`--${name}`, value)
  })
  return (
    <div ref={element} className={`${styles.sample} ${styles[theme]}`}>
      {children}
    </div>
  )
}
