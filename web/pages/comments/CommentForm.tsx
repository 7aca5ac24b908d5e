import { useLayoutEffect, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { acceptText } from '../../components/acceptText.ts'
import { Button } from '../../components/Button.tsx'
import { MarkdownEditor } from '../../components/MarkdownEditor.tsx'
import { usePreview } from '../../data/comments.ts'
import { refusalOf } from '../../data/failure.ts'
import { useNotifyCommentFailure } from './useNotifyCommentFailure.ts'

interface CommentForm {
  /** What is being written: "Reply to @maren". Heard, not seen. */
  label: string
  placeholder?: string
  submitLabel: string
  /** What is there to begin with. */
  initial?: string
  /** Sends the text; the form stays as it is when that fails. */
  onSubmit: (body: string) => Promise<unknown>
  onClose: () => void
}

/** Where comments are written and changed. Ctrl+Enter sends, Escape leaves while nothing is written. */
export function CommentForm({
  label,
  placeholder,
  submitLabel,
  initial = '',
  onSubmit,
  onClose,
}: CommentForm) {
  const preview = usePreview()
  const notifyFailure = useNotifyCommentFailure()
  const [body, setBody] = useState(initial)
  const [mistake, setMistake] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  useFocusInBetween()

  const submit = async () => {
    if (isBusy) return
    if (body.trim() === '') return setMistake(emptyMistake)
    setIsBusy(true)
    try {
      await onSubmit(body)
      onClose()
    } catch (error) {
      if (refusalOf(error)?.code === 'empty-comment') setMistake(emptyMistake)
      else notifyFailure(error)
      setIsBusy(false)
    }
  }

  return (
    <MarkdownEditor
      label={label}
      placeholder={placeholder ?? ''}
      value={body}
      error={mistake}
      autoFocus
      // The end is far away for almost everybody.
      {...(body.length > countShownFrom && { maxLength: limits.bodyMaxLength })}
      onChange={(text) => {
        setBody(acceptText(text, { maxLength: limits.bodyMaxLength }))
        setMistake(null)
      }}
      preview={preview}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Button variant="soft" onClick={onClose}>
        Cancel
      </Button>
      <Button variant="main" busy={isBusy} onClick={submit}>
        {submitLabel}
      </Button>
    </MarkdownEditor>
  )
}

/** Starts behind what is written, and gives the focus back to what had it, as far as that is still there. */
function useFocusInBetween() {
  const [opener] = useState(() => document.activeElement)
  useLayoutEffect(() => {
    const area = document.activeElement
    if (area instanceof HTMLTextAreaElement) area.setSelectionRange(area.value.length, area.value.length)
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [opener])
}

const emptyMistake = 'Message body cannot be empty.'
const countShownFrom = limits.bodyMaxLength * 0.9
