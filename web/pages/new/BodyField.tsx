import type { ClipboardEvent, ReactNode } from 'react'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { usePreview } from '../../data/comments/comments.ts'
import { useCompletionSource } from '../../data/site/completionSource.ts'
import { MarkdownEditor } from '../../ui/markdown/MarkdownEditor.tsx'

interface BodyFieldProps {
  value: string
  onChange: (body: string) => void
  onSubmit: () => void
  onImages?: ((files: readonly File[]) => void) | undefined
  /** Its images. */
  below?: ReactNode
  onPaste?: (event: ClipboardEvent<HTMLTextAreaElement>) => void
}

export function BodyField(field: BodyFieldProps) {
  return (
    <MarkdownEditor
      {...field}
      label={t('Body')}
      name="body"
      placeholder={t('Body (optional)')}
      rows={8}
      hasRoomBeside
      completion={useCompletionSource()}
      maxLength={limits.bodyMaxLength}
      preview={usePreview()}
    />
  )
}
