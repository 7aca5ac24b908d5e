import { useCallback, useEffect, useRef, useState } from 'react'
import { savedDraft } from '../../device/drafts.ts'
import { type Forms, fetchForms } from './lazyForms.ts'
import { useNotifyCommentFailure } from './useNotifyCommentFailure.ts'

/** A form that is open, and the program it is made of. */
export interface OpenForm {
  readonly forms: Forms
  /** The Markdown to change; null for a new text. */
  readonly source: string | null
  readonly takesFocus: boolean
}

/**
 * The form in which something is written in one place, one at a time. A text that was being written here when the
 * page was left is there again.
 *
 * @param draft the name of that text.
 */
export function useForms(draft: string | null) {
  const notifyFailure = useNotifyCommentFailure()
  const [form, setForm] = useState<OpenForm | null>(null)
  const isThere = useRef(true)
  const open = useCallback(
    (source: string | null, takesFocus = true) => {
      fetchForms().then((forms) => isThere.current && setForm({ forms, source, takesFocus }), notifyFailure)
    },
    [notifyFailure],
  )
  const close = useCallback(() => setForm(null), [])
  useEffect(() => {
    isThere.current = true
    if (draft !== null && savedDraft(draft) !== '') open(null, false)
    return () => {
      isThere.current = false
    }
  }, [draft, open])
  return { form, open, close }
}
