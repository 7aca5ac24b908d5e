import { useLayoutEffect, useState } from 'react'
import type { UserGroup } from '../../../contract/entities/schema.ts'
import { limits } from '../../../contract/limits.ts'
import { usePreview } from '../../data/comments/comments.ts'
import { refusalOf } from '../../data/failure.ts'
import type { Role } from '../../data/users/roles.ts'
import { saveDraft, savedDraft } from '../../device/drafts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { acceptText } from '../../ui/forms/acceptText.ts'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { MarkdownEditor } from '../../ui/markdown/MarkdownEditor.tsx'
import { speakAsLabels } from './commentFacts.ts'
import { useNotifyCommentFailure } from './useNotifyCommentFailure.ts'

interface CommentFormProps {
  /** What is being written: "Reply to @maren". Heard, not seen. */
  label: string
  placeholder?: string
  submitLabel: string
  /** What is there to begin with, unless a draft is. */
  initial?: string
  /** Under which name the device keeps the text until it is sent or given up; without, it goes with the form. */
  draft?: string
  /** The roles that the writer can speak in besides their own. */
  roles?: readonly Role[]
  /** Whether the form was opened by a press just now. */
  takesFocus: boolean
  /** Sends the text; the form stays as it is when that fails. */
  onSubmit: (body: string, speaksAs: UserGroup) => Promise<unknown>
  onClose: () => void
}

/** Where comments are written and changed. Ctrl+Enter sends, Escape leaves while nothing is written. */
export function CommentForm({
  label,
  placeholder,
  submitLabel,
  initial = '',
  draft,
  roles = [],
  takesFocus,
  onSubmit,
  onClose,
}: CommentFormProps) {
  const preview = usePreview()
  const notifyFailure = useNotifyCommentFailure()
  const [body, setBody] = useState(() => (draft !== undefined && savedDraft(draft)) || initial)
  const [speaksAs, setSpeaksAs] = useState<UserGroup>('normal')
  const [mistake, setMistake] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  useFocusInBetween(takesFocus)

  const keep = (text: string) => draft !== undefined && saveDraft(draft, text)
  const leave = () => {
    keep('')
    onClose()
  }
  const submit = async () => {
    if (isBusy) return
    if (body.trim() === '') return setMistake(emptyMistake)
    setIsBusy(true)
    try {
      await onSubmit(body, speaksAs)
      leave()
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
      autoFocus={takesFocus}
      // The end is far away for almost everybody.
      {...(body.length > countShownFrom && { maxLength: limits.bodyMaxLength })}
      onChange={(text) => {
        const accepted = acceptText(text, { maxLength: limits.bodyMaxLength })
        setBody(accepted)
        keep(accepted)
        setMistake(null)
      }}
      preview={preview}
      onSubmit={submit}
      onCancel={leave}
    >
      {roles.map((role) => (
        <Checkbox
          key={role}
          label={speakAsLabels[role]}
          checked={speaksAs === role}
          onChange={(checked) => setSpeaksAs(checked ? role : 'normal')}
        />
      ))}
      <Button variant="soft" onClick={leave}>
        Cancel
      </Button>
      <Button variant="main" busy={isBusy} onClick={submit}>
        {submitLabel}
      </Button>
    </MarkdownEditor>
  )
}

/** Puts the cursor at the end of the text, and returns the focus to its opener when the form closes. */
function useFocusInBetween(takesFocus: boolean) {
  const [opener] = useState(() => document.activeElement)
  useLayoutEffect(() => {
    if (!takesFocus) return
    const area = document.activeElement
    if (area instanceof HTMLTextAreaElement) area.setSelectionRange(area.value.length, area.value.length)
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [opener, takesFocus])
}

const emptyMistake = 'Message body cannot be empty.'
const countShownFrom = limits.bodyMaxLength * 0.9
