import { type ComponentPropsWithoutRef, type RefObject, useLayoutEffect, useRef } from 'react'
import { classNames } from '../classNames.ts'
import { acceptText } from './acceptText.ts'
import fieldStyles from './Field.module.css'
import { Field, type FieldTexts } from './Field.tsx'
import styles from './TextArea.module.css'

type GrowingAreaProps = Omit<
  ComponentPropsWithoutRef<'textarea'>,
  keyof FieldTexts | 'value' | 'onChange' | 'maxLength'
> & {
  value: string
  onChange: (value: string) => void
  /** In characters; cuts off what is beyond. A `TextArea` shows 'n / max'. */
  maxLength?: number | undefined
  ref?: RefObject<HTMLTextAreaElement | null>
}

type TextAreaProps = FieldTexts & GrowingAreaProps

/** Several lines of text; grows with them, up to two thirds of the window. */
export function TextArea(props: TextAreaProps) {
  const { label, hideLabel = false, hint, error, value, maxLength, className, ...area } = props
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error} count={{ value, maxLength }}>
      {(ids) => <GrowingArea {...area} {...ids} value={value} maxLength={maxLength} />}
    </Field>
  )
}

/** The box of a `TextArea` alone, for where its label stands elsewhere. */
export function GrowingArea(props: GrowingAreaProps) {
  const { value, onChange, maxLength, ref, rows = 4, ...area } = props
  const ownRef = useRef<HTMLTextAreaElement>(null)
  const element = ref ?? ownRef
  useHeightOfContent(element, value)
  return (
    <textarea
      dir="auto"
      {...area}
      ref={element}
      rows={rows}
      className={classNames(fieldStyles.control, styles.area)}
      value={value}
      onChange={(event) => onChange(acceptText(event.currentTarget.value, { maxLength }))}
    />
  )
}

/** For browsers without `field-sizing: content`, which does the same in the style sheet. */
function useHeightOfContent(ref: RefObject<HTMLTextAreaElement | null>, value: string) {
  useLayoutEffect(() => {
    const area = ref.current
    if (!area || CSS.supports('field-sizing', 'content')) return
    area.style.height = 'auto'
    // An empty field has the height of its rows.
    if (value) area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`
  }, [ref, value])
}
