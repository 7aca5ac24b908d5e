import type { ClipboardEvent } from 'react'
import { limits } from '../../../contract/limits.ts'
import { MarkdownEditor } from '../../components/MarkdownEditor.tsx'
import { usePreview } from '../../data/comments.ts'

interface BodyField {
  value: string
  onChange: (body: string) => void
  onSubmit: () => void
  onPaste?: (event: ClipboardEvent<HTMLTextAreaElement>) => void
}

/** The text of a post. */
export function BodyField(field: BodyField) {
  return (
    <MarkdownEditor
      {...field}
      label="Body"
      name="body"
      placeholder="Body (optional)"
      rows={8}
      maxLength={limits.bodyMaxLength}
      preview={usePreview()}
    />
  )
}
