import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useDraftCalls } from '../../data/drafts/drafts.ts'
import { saveDraftRevision, savedDraftRevision } from '../../device/draftRevisions.ts'
import { createDraftSync, type DraftSync, type DraftText } from './draftSync.ts'

interface ServerDraftOptions {
  /** As in the call `saveDraft`. */
  place: string
  /** The initial text and its title. */
  initial: DraftText
  /** Whether the initial text was typed here earlier. */
  isWritten: boolean
  /** The fields of a draft, as one text. */
  written: (text: Pick<DraftText, 'title' | 'body'>) => string
  /** The unchanged text, which is not stored. */
  unchanged: string
  /** Puts the text of another device into the form. */
  onTake: (text: Pick<DraftText, 'title' | 'body' | 'isMadeWithAi'>) => void
}

export interface ServerDraft {
  /** The other device's text, while the author has to decide. */
  readonly conflict: string | null
  readonly change: (part: Partial<DraftText>) => void
  readonly settle: (choice: 'this' | 'other') => void
  /** The text was sent or given up. */
  readonly end: () => void
}

/** Saves the text of a form as a draft on the server, for the author's other devices. */
export function useServerDraft(options: ServerDraftOptions): ServerDraft {
  const calls = useDraftCalls()
  const [conflict, setConflict] = useState<string | null>(null)
  const sync = useRef<DraftSync | null>(null)
  const latest = useRef(options.initial)
  const take = useEffectEvent((text: Pick<DraftText, 'title' | 'body' | 'isMadeWithAi'>) => {
    const { isMadeWithAi = latest.current.isMadeWithAi } = text
    latest.current = { ...latest.current, title: text.title, body: text.body, isMadeWithAi }
    options.onTake(text)
  })
  const open = useEffectEvent(() => {
    const { place, written, unchanged, isWritten } = options
    const created = createDraftSync({
      ...{ written, unchanged },
      get: () => calls.get(place),
      save: ({ isMadeWithAi = null, ...draft }) => calls.save(place, { ...draft, isMadeWithAi }),
      remove: () => calls.remove(place),
      known: () => savedDraftRevision(place),
      remember: (known) => saveDraftRevision(place, known),
      onTake: (draft) => take(draft),
      onGone: () => take({ ...latest.current, body: '' }),
      onConflict: (draft) => setConflict(draft && written(draft)),
    })
    void created.start(latest.current, isWritten)
    return created
  })
  useEffect(() => {
    const created = open()
    sync.current = created
    const leave = () => created.leave()
    // Phones end a page in the background without `pagehide`.
    const hide = () => document.visibilityState === 'hidden' && leave()
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hide)
    return () => {
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
      created.leave()
    }
  }, [])
  return {
    conflict,
    change(part) {
      latest.current = { ...latest.current, ...part }
      sync.current?.change(latest.current)
    },
    settle: (choice) => sync.current?.settle(choice),
    end: () => sync.current?.end(),
  }
}
