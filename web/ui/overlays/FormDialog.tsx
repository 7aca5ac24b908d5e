import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { Button } from '../buttons/Button.tsx'
import { Dialog } from './Dialog.tsx'

interface FormDialogProps {
  title: string
  submitLabel: string
  /** Red, for what cannot be undone. */
  danger?: boolean
  /** Whether the request is running. */
  busy: boolean
  /** Whether something is missing that must be there. */
  disabled?: boolean
  /** Not called while `busy` or `disabled`. */
  onSubmit: () => void
  onClose: () => void
  /** Whether Enter submits wherever it has no other use, too: for decisions that moderators make one after another. */
  isQuick?: boolean
  /** Starts with the focus on the button that submits, for forms that are already filled in. */
  focusSubmit?: boolean
  /** Buttons between "Cancel" and the one that submits. */
  otherActions?: ReactNode
  /** The fields. They show their mistakes themselves. */
  children: ReactNode
}

/** Ctrl+Enter submits everywhere, as it does what is written elsewhere. */
function submitsForm({ key, shiftKey, ctrlKey, metaKey, target }: KeyboardEvent, isQuick: boolean): boolean {
  if (key !== 'Enter' || shiftKey) return false
  if (ctrlKey || metaKey) return true
  // In an empty text there is no line to break.
  const isText = target instanceof HTMLTextAreaElement && target.value !== ''
  return isQuick && !isText && !(target instanceof HTMLButtonElement)
}

/** A dialog with a form. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    submitLabel,
    danger = false,
    focusSubmit = false,
    isQuick = false,
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
  const press = (event: KeyboardEvent) => {
    if (submitsForm(event, isQuick)) submit(event)
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
            onKeyDown={press}
            disabled={disabled}
            busy={busy}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" onSubmit={submit} onKeyDown={press} noValidate>
        {props.children}
      </form>
    </Dialog>
  )
}
