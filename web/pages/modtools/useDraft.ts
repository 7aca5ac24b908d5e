import { type ReactNode, useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { changesOf } from '../../data/account/changes.ts'
import { useConfirmLeave } from '../../features/unsavedChanges/useConfirmLeave.tsx'

interface Draft<Values> {
  /** What is saved, with what is changed. */
  readonly values: Values
  readonly changes: Partial<Values>
  readonly isChanged: boolean
  readonly change: (more: Partial<Values>) => void
  /** To be called when `sent` is saved: edits made while the request was running are still unsaved. */
  readonly settle: (sent: Values) => void
  /** Asks before changes are lost; the form must render it. */
  readonly question: ReactNode
}

/** What is changed in a form, but not saved yet. */
export function useDraft<Values extends object>(saved: Values): Draft<Values> {
  const [draft, setDraft] = useState<Partial<Values>>({})
  const changes = changesOf(saved, draft)
  const isChanged = Object.keys(changes).length > 0
  const { question } = useConfirmLeave(isChanged, t('Your changes will be lost.'))
  return {
    values: { ...saved, ...draft },
    changes,
    isChanged,
    change: (more) => setDraft((before) => ({ ...before, ...more })),
    settle: (sent) => setDraft((now) => changesOf(sent, now)),
    question,
  }
}
