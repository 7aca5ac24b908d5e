import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { listPostDrafts, type PostDraft, removePostDraft, savePostDraft } from '../../../device/postDrafts.ts'

type Content = Omit<PostDraft, 'id' | 'savedAt'>

interface SavedDraft {
  /** One that an earlier visit has left, until something is done about it. */
  readonly offered: PostDraft | null
  /** Goes on with the one that is offered; what was written until now is kept beside it. */
  readonly takeUp: () => void
  readonly discard: () => void
  /** What was written has been sent. */
  readonly forget: () => void
}

/** Also the most that is lost when a tab crashes. */
const saveAfterMs = 400

/**
 * Keeps what is being written on this device, so that it survives a reload and a crash of the tab.
 *
 * @param content what there is to lose; null while there is nothing.
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

  // Images that are on their way make a new content many times a second, which is the same in writing.
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
      setOffered(listPostDrafts(memberId).find((other) => other.id !== id) ?? null)
    },
    forget() {
      isSent.current = true
      removePostDraft(memberId, id)
    },
  }
}

const newId = () => Math.random().toString(36).slice(2)
