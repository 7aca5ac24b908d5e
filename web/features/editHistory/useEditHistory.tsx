import { type ReactNode, useEffect, useState } from 'react'
import type { EditedText } from '../../data/posts/versions.ts'
import { useLayer } from '../../router/useLayer.ts'
import { onDemand } from '../../ui/onDemand.tsx'

const EditHistoryDialog = onDemand(() => import('./EditHistoryDialog.tsx'))

/**
 * Opens the edit history from every label that names its text as `data-edits`. In one place, loaded after the page: a
 * handler in each label would be part of every first page.
 */
export function useEditHistory(): ReactNode {
  const { isOpen, open, close } = useLayer()
  const [of, setOf] = useState<EditedText | null>(null)
  useEffect(() => {
    const openLabelled = ({ target }: MouseEvent) => {
      const label = target instanceof Element ? target.closest<HTMLElement>('[data-edits]') : null
      if (!label) return
      setOf(label.dataset.edits as EditedText)
      open()
    }
    document.addEventListener('click', openLabelled)
    return () => document.removeEventListener('click', openLabelled)
  }, [open])
  return isOpen && of && <EditHistoryDialog of={of} onClose={close} />
}
