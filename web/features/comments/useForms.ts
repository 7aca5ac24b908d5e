import { useCallback, useEffect, useRef, useState } from 'react'
import { savedDraft } from '../../device/drafts.ts'
import { useNotifyCommentFailure } from './useNotifyCommentFailure.ts'

/** Loaded on demand, because only readers who write need them. */
type Forms = typeof import('./commentForms.tsx')

let loaded: Forms | null = null

async function fetchForms(): Promise<Forms> {
  loaded = await import('./commentForms.tsx')
  return loaded
}

/** Errors are ignored: opening a form tries again and reports them. */
export const prefetchForms = (): void => void fetchForms().catch(() => {})

/** The open form, and its component once loaded. */
export interface OpenForm {
  readonly forms: Forms
  /** The Markdown to edit; null for a new text. */
  readonly source: string | null
  readonly takesFocus: boolean
}

/**
 * The state of the form in one place; only one form is open at a time. A draft from an earlier visit opens it again.
 *
 * @param draft the name of the draft.
 */
export function useForms(draft: string | null) {
  const notifyFailure = useNotifyCommentFailure()
  const [form, setForm] = useState<OpenForm | null>(null)
  const isThere = useRef(true)
  const open = useCallback(
    (source: string | null, takesFocus = true) => {
      const show = (forms: Forms) => setForm({ forms, source, takesFocus })
      // At once, so that the form has the focus before the next key is pressed.
      if (loaded) show(loaded)
      else fetchForms().then((fetched) => isThere.current && show(fetched), notifyFailure)
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
