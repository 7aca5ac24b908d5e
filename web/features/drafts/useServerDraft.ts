import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useDraftCalls } from '../../data/drafts/drafts.ts'
import { saveDraftRevision, savedDraftRevision } from '../../device/draftRevisions.ts'
import { createDraftSync, type DraftSync, type DraftText } from './draftSync.ts'

interface ServerDraftOptions {
  /** As in the call `saveDraft`. */
  place: string
  /** The text when the form opens, and what it is about. */
  initial: DraftText
  /** Whether the initial text was typed here earlier. */
  isWritten: boolean
  /** Puts the text of another device into the form. */
  onTake: (body: string) => void
}

export interface ServerDraft {
  /** The text of another device, while whoever writes has to decide. */
  readonly conflict: { readonly body: string } | null
  readonly change: (body: string) => void
  readonly settle: (choice: 'this' | 'other') => void
  /** The text was sent or given up. */
  readonly end: () => void
}

/** Keeps the text of a form as a draft on the server, for the other devices of its author. */
export function useServerDraft({ place, initial, isWritten, onTake }: ServerDraftOptions): ServerDraft {
  const calls = useDraftCalls()
  const [conflict, setConflict] = useState<{ body: string } | null>(null)
  const sync = useRef<DraftSync | null>(null)
  const latest = useRef(initial)
  const take = useEffectEvent(onTake)
  const open = useEffectEvent(() => {
    const created = createDraftSync({
      get: () => calls.get(place),
      save: (draft) => calls.save(place, draft),
      remove: () => calls.remove(place),
      knownRevision: () => savedDraftRevision(place),
      rememberRevision: (revision) => saveDraftRevision(place, revision),
      onTake: ({ body }) => {
        latest.current = { ...latest.current, body }
        take(body)
      },
      onConflict: setConflict,
    })
    void created.start(latest.current, isWritten)
    return created
  })
  useEffect(() => {
    const created = open()
    sync.current = created
    const leave = () => created.leave()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      created.leave()
      sync.current = null
    }
  }, [])
  return {
    conflict,
    change(body) {
      latest.current = { ...latest.current, body }
      sync.current?.change(latest.current)
    },
    settle: (choice) => sync.current?.settle(choice),
    end: () => sync.current?.end(),
  }
}
