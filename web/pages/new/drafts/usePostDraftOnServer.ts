import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import type { Draft } from '../../../../contract/entities/draft.ts'
import { draftsQuery, useDraftCalls } from '../../../data/drafts/drafts.ts'
import { listPostDrafts, type PostDraft, removePostDraft } from '../../../device/postDrafts.ts'
import { bringPostDraft, idOfPostDraft, placeOfPostDraft } from '../../../features/drafts/bringPostDraft.ts'
import { saveAfterMs } from '../../../features/drafts/draftSync.ts'

export type Content = Omit<PostDraft, 'id' | 'savedAt' | 'revision' | 'isOnServer'>

interface PostDraftOptions {
  /** What is written; null while there is nothing. */
  content: Content | null
  /** The drafts of this device are now those of the server. */
  onBrought: () => void
  /** The server has a text of it: `serverState` has changed. */
  onSaved: (id: string) => void
  /** Another device or tab has changed the draft that is being written here, to this one. */
  onConflict: (other: Draft) => void
}

/**
 * Keeps a new post on the server, too, and brings the newest one of another device here. Images stay on the device: they
 * are not attached to anything yet. Without a connection, the device's own draft is all there is.
 */
export function usePostDraftOnServer(memberId: string, id: string, options: PostDraftOptions) {
  const calls = useDraftCalls()
  const queryClient = useQueryClient()
  /** What the server has of each draft, as far as this tab knows. */
  const known = useRef(new Map<string, Known>())
  const removed = useRef(new Set<string>())
  /** Saves one after the other, so that each knows the revision of the one before. */
  const saving = useRef(Promise.resolve())
  /** What the pause in typing will save. */
  const waiting = useRef<(() => void) | null>(null)
  const { type, title, body, url, community } = options.content ?? nothing
  const latest = useRef({ calls, options })
  useEffect(() => {
    latest.current = { calls, options }
  })

  useEffect(() => {
    const sent = { type, title, body, url, community }
    const isEmpty = (title + body + url).trim() === ''
    if (isEmpty ? !known.current.has(id) : known.current.get(id)?.texts === textsOf(sent)) return
    const save = async () => {
      const { calls, options } = latest.current
      const place = placeOfPostDraft(id)
      if (removed.current.has(id)) return
      if (isEmpty) {
        await calls.remove(place)
        known.current.delete(id)
        return
      }
      const answer = await calls.save(place, { ...sent, basedOn: known.current.get(id)?.revision ?? null })
      if (removed.current.has(id)) return
      if (!answer.isSaved) return options.onConflict(answer.draft)
      known.current.set(id, { revision: answer.draft.revision, texts: textsOf(sent) })
      options.onSaved(id)
    }
    const saveNow = () => {
      waiting.current = null
      // The next change tries again.
      saving.current = saving.current.then(save).catch(() => {})
    }
    waiting.current = saveNow
    const timer = setTimeout(saveNow, saveAfterMs)
    return () => clearTimeout(timer)
  }, [id, type, title, body, url, community])
  useEffect(() => {
    const saveNow = () => waiting.current?.()
    // Phones end a page in the background without `pagehide`.
    const hide = () => document.visibilityState === 'hidden' && saveNow()
    addEventListener('pagehide', saveNow)
    document.addEventListener('visibilitychange', hide)
    return () => {
      removeEventListener('pagehide', saveNow)
      document.removeEventListener('visibilitychange', hide)
      saveNow()
    }
  }, [])

  const bringNewest = useEffectEvent(async () => {
    const drafts = (await queryClient.fetchQuery(draftsQuery)).filter(({ place }) => isOfPost(place))
    // Whoever has begun to write is not disturbed.
    if (options.content) return
    // Those that were sent or deleted elsewhere are gone.
    const places = new Set(drafts.map(({ place }) => place))
    const here = listPostDrafts(memberId)
    for (const kept of here)
      if (kept.isOnServer && !places.has(placeOfPostDraft(kept.id))) removePostDraft(memberId, kept.id)
    const newest = drafts.find(({ place }) => !removed.current.has(idOfPostDraft(place)))
    const same = here.find((kept) => placeOfPostDraft(kept.id) === newest?.place)
    const isNewer = newest && (here[0]?.savedAt ?? 0) < Date.parse(newest.savedAt)
    if (newest && newest.revision !== same?.revision && (same || isNewer)) {
      const draft = await calls.get(newest.place)
      // Meanwhile it may have been discarded, or taken up.
      if (removed.current.has(idOfPostDraft(newest.place)) || latest.current.options.content) return
      if (draft) bringPostDraft(memberId, draft)
    }
    latest.current.options.onBrought()
  })
  useEffect(() => {
    bringNewest().catch(() => {})
  }, [])

  /** What the server has of a draft with this content. */
  const serverState = useCallback((draftId: string, content: Content) => {
    const { revision = null, texts = null } = known.current.get(draftId) ?? {}
    return { revision, isOnServer: texts === textsOf(content) }
  }, [])
  return {
    serverState,
    /** This tab goes on with a draft. */
    takeUp(draft: PostDraft) {
      const { id, revision, isOnServer } = draft
      if (revision !== null) known.current.set(id, { revision, texts: isOnServer ? textsOf(draft) : null })
    },
    /** The draft was sent or discarded. */
    remove(goneId: string) {
      removed.current.add(goneId)
      waiting.current = null
      saving.current = saving.current.then(() => void calls.remove(placeOfPostDraft(goneId)).catch(() => {}))
    },
  }
}

interface Known {
  readonly revision: string
  /** null when this device has changed them without a connection. */
  readonly texts: string | null
}

const textsOf = ({ type, title, body, url, community }: Omit<Content, 'images' | 'userGroup'>): string =>
  JSON.stringify([type, title, body, url, community])

const isOfPost = (place: string) => place.startsWith(placeOfPostDraft(''))
const nothing = { type: 'text', title: '', body: '', url: '', community: '' } as const
