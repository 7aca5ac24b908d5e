import { type FormEvent, type KeyboardEventHandler, type ReactNode, useEffect, useId, useRef } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { Button } from '../buttons/Button.tsx'
import { Dialog } from './Dialog.tsx'
import styles from './FormDialog.module.css'

interface FormDialogProps {
  title: string
  submitLabel: string
  /** Red, for what cannot be undone. */
  danger?: boolean
  /** Whether the request is running. */
  busy: boolean
  /** Whether something is missing that must be there. */
  disabled?: boolean
  /** The class of the form, if it is not a column of fields. */
  className?: string | undefined
  /** Not called while `busy` or `disabled`. */
  onSubmit: () => void
  onClose: () => void
  onKeyDown?: KeyboardEventHandler
  /** Starts with the focus on the button that submits, for forms that are already filled in. */
  focusSubmit?: boolean
  /** Buttons between "Cancel" and the one that submits. */
  otherActions?: ReactNode
  /** The fields. They show their mistakes themselves. */
  children: ReactNode
}

/** A dialog with a form. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    submitLabel,
    danger = false,
    focusSubmit = false,
    busy,
    disabled = false,
    onSubmit,
    onClose,
  } = props
  const submitButton = useRef<HTMLButtonElement>(null)
  // After the dialog has given the focus to its first field.
  useEffect(() => {
    if (focusSubmit) submitButton.current?.focus()
  }, [focusSubmit])
  const formId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && !disabled) onSubmit()
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="soft" onClick={onClose}>
            {t('Cancel')}
          </Button>
          {props.otherActions}
          <Button
            ref={submitButton}
            variant={danger ? 'danger' : 'main'}
            type="submit"
            form={formId}
            {...(props.onKeyDown && { onKeyDown: props.onKeyDown })}
            disabled={disabled}
            busy={busy}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={props.className ?? styles.form}
        onSubmit={submit}
        onKeyDown={props.onKeyDown}
        noValidate
      >
        {props.children}
      </form>
    </Dialog>
  )
}
