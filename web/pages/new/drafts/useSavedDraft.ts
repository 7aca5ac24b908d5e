import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { listPostDrafts, type PostDraft, removePostDraft, savePostDraft } from '../../../device/postDrafts.ts'
import { usePostDraftOnServer } from './usePostDraftOnServer.ts'

type Content = Omit<PostDraft, 'id' | 'savedAt'>

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
  const [id, setId] = useState(newId)
  const [offered, setOffered] = useState<PostDraft | null>(null)
  const isSent = useRef(false)
  const latest = useRef<{ id: string; content: string }>({ id, content: 'null' })
  const save = useCallback(() => {
    if (isSent.current) return
    const draft: Content | null = JSON.parse(latest.current.content)
    if (draft) savePostDraft(memberId, { ...draft, id: latest.current.id, savedAt: Date.now() })
    else removePostDraft(memberId, latest.current.id)
  }, [memberId])
  const server = usePostDraftOnServer(memberId, id, {
    content,
    onOffer: (draft) => !content && setOffered(draft),
    // Another device goes on with this draft: what is written here becomes one of its own.
    onConflict: () => {
      removePostDraft(memberId, id)
      setId(newId())
    },
  })

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
      const { id, savedAt, ...content } = offered
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

const newId = () => Math.random().toString(36).slice(2)
