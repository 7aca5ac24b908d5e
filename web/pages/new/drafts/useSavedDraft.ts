import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../../../contract/texts/t.ts'
import { listPostDrafts, type PostDraft, removePostDraft, savePostDraft } from '../../../device/postDrafts.ts'
import { bringPostDraft, newDraftId } from '../../../features/drafts/bringPostDraft.ts'
import { useToasts } from '../../../ui/feedback/toasts.tsx'
import { type Content, usePostDraftOnServer } from './usePostDraftOnServer.ts'

interface SavedDraft {
  /** The draft of an earlier visit, until it is restored or discarded. */
  readonly offered: PostDraft | null
  /** Continues the offered draft; the current text stays saved beside it. */
  readonly takeUp: () => void
  readonly discard: () => void
  /** Called when the text was sent. */
  readonly forget: () => void
}

/** Also the most that is lost when a tab crashes. */
const saveAfterMs = 400

/**
 * Saves text on this device while it is being written, so that it survives a reload or a crash of the tab.
 *
 * @param content what to save; null while there is nothing.
 */
export function useSavedDraft(memberId: string, content: Content | null): SavedDraft {
  const toasts = useToasts()
  const [id, setId] = useState(newDraftId)
  const [offered, setOffered] = useState<PostDraft | null>(null)
  const isSent = useRef(false)
  const latest = useRef<{ id: string; content: string }>({ id, content: 'null' })
  const server = usePostDraftOnServer(memberId, id, {
    content,
    onBrought: () => setOffered(listPostDrafts(memberId)[0] ?? null),
    onStateChange(changedId) {
      const kept = listPostDrafts(memberId).find((draft) => draft.id === changedId)
      if (kept) savePostDraft(memberId, { ...kept, ...server.serverState(changedId, kept) })
    },
    // The draft is continued elsewhere, so this text becomes a draft of its own.
    onConflict(other) {
      const kept = listPostDrafts(memberId).find((draft) => draft.id === id)
      // Another tab of this device saves its own text.
      if (kept?.revision !== other.revision) {
        removePostDraft(memberId, id)
        bringPostDraft(memberId, other)
      }
      setId(newDraftId())
      toasts.show(t('This draft was changed elsewhere. Your version is now a separate draft.'))
    },
  })
  const { serverState } = server
  const save = useCallback(() => {
    if (isSent.current) return
    const { id, content } = latest.current
    const draft: Content | null = JSON.parse(content)
    if (draft) savePostDraft(memberId, { ...draft, id, savedAt: Date.now(), ...serverState(id, draft) })
    else removePostDraft(memberId, id)
  }, [memberId, serverState])

  // Upload progress changes the content many times a second without changing what is saved.
  const written = JSON.stringify(content)
  useEffect(() => {
    if (latest.current.id === id && latest.current.content === written) return
    latest.current = { id, content: written }
    const timer = setTimeout(save, saveAfterMs)
    return () => clearTimeout(timer)
  }, [id, written, save])
  useEffect(() => {
    addEventListener('pagehide', save)
    return () => {
      removeEventListener('pagehide', save)
      save()
    }
  }, [save])
  useLayoutEffect(() => setOffered(listPostDrafts(memberId)[0] ?? null), [memberId])

  return {
    offered,
    takeUp() {
      if (!offered) return
      save()
      server.takeUp(offered)
      const { id, savedAt, revision, isOnServer, sent, ...content } = offered
      latest.current = { id, content: JSON.stringify(content) }
      setId(offered.id)
      setOffered(null)
    },
    discard() {
      if (!offered) return
      removePostDraft(memberId, offered.id)
      server.remove(offered.id)
      setOffered(listPostDrafts(memberId).find((other) => other.id !== id) ?? null)
    },
    forget() {
      isSent.current = true
      removePostDraft(memberId, id)
      server.remove(id)
    },
  }
}
