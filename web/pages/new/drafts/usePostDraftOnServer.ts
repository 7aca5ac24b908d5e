import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import type { Draft } from '../../../../contract/entities/draft.ts'
import { draftsQuery, useDraftCalls } from '../../../data/drafts/drafts.ts'
import {
  listPostDrafts,
  type PostDraft,
  removePostDraft,
  replacePostDraft,
  textsOf,
} from '../../../device/postDrafts.ts'
import { bringPostDraft, idOfPostDraft, placeOfPostDraft } from '../../../features/drafts/bringPostDraft.ts'
import { saveAfterMs, unansweredMost } from '../../../features/drafts/draftSync.ts'

export type Content = Omit<PostDraft, 'id' | 'savedAt' | 'revision' | 'isOnServer' | 'sent'>

interface PostDraftOptions {
  /** The content; null while it is empty. */
  content: Content | null
  /** The drafts of this device are now those of the server. */
  onBrought: () => void
  /** `serverState` has changed: a text is being sent, or the server has it. */
  onStateChange: (id: string) => void
  /** Called when another device or tab has changed the current draft. */
  onConflict: (other: Draft) => void
}

/**
 * Also saves a new post on the server, and loads the newest one of another device. Images stay on the device, because
 * they are not attached to anything yet. Without a connection, only the device's own draft is used.
 */
export function usePostDraftOnServer(memberId: string, id: string, options: PostDraftOptions) {
  const calls = useDraftCalls()
  const queryClient = useQueryClient()
  /** The known state of each draft on the server. */
  const known = useRef(new Map<string, Known>())
  const removed = useRef(new Set<string>())
  /** Saves are serialized, so that each knows the revision of the previous one. */
  const saving = useRef(Promise.resolve())
  /** The content to save after the pause in typing. */
  const waiting = useRef<(() => void) | null>(null)
  const { type, title, body, url, community, isMadeWithAi } = options.content ?? nothing
  const latest = useRef({ calls, options })
  useEffect(() => {
    latest.current = { calls, options }
  })

  useEffect(() => {
    const sent = { type, title, body, url, community, isMadeWithAi }
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
      const { revision, texts, sent: unanswered } = known.current.get(id) ?? unknown
      known.current.set(id, { revision, texts, sent: [...unanswered, textsOf(sent)].slice(-unansweredMost) })
      options.onStateChange(id)
      let answer = await calls.save(place, { ...sent, basedOn: revision })
      const stored = textsOf(answer.draft)
      // What this device sent before without getting the answer is nobody else's.
      if (!answer.isSaved && (stored === texts || unanswered.includes(stored)))
        answer = await calls.save(place, { ...sent, basedOn: answer.draft.revision })
      if (removed.current.has(id)) return
      if (!answer.isSaved) return options.onConflict(answer.draft)
      known.current.set(id, { revision: answer.draft.revision, texts: textsOf(sent), sent: [] })
      options.onStateChange(id)
    }
    const saveNow = () => {
      waiting.current = null
      // The next change tries again.
      saving.current = saving.current.then(save).catch(() => {})
    }
    waiting.current = saveNow
    const timer = setTimeout(saveNow, saveAfterMs)
    return () => clearTimeout(timer)
  }, [id, type, title, body, url, community, isMadeWithAi])
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
    // Not if the user has begun to write.
    if (options.content) return
    // Removes drafts that were sent or deleted elsewhere.
    const places = new Set(drafts.map(({ place }) => place))
    const here = listPostDrafts(memberId)
    for (const kept of here)
      if (kept.isOnServer && !places.has(placeOfPostDraft(kept.id))) removePostDraft(memberId, kept.id)
    const newest = drafts.find(({ place }) => !removed.current.has(idOfPostDraft(place)))
    const same = here.find((kept) => placeOfPostDraft(kept.id) === newest?.place)
    const isNewer = newest && (here[0]?.savedAt ?? 0) < Date.parse(newest.savedAt)
    if (newest && newest.revision !== same?.revision && (same || isNewer)) {
      const draft = await calls.get(newest.place)
      // It may have been discarded or restored meanwhile.
      if (removed.current.has(idOfPostDraft(newest.place)) || latest.current.options.content) return
      // The order of drafts stays if the server has the same content.
      if (draft && same && textsOf(same) === textsOf(draft))
        replacePostDraft(memberId, { ...same, revision: draft.revision, isOnServer: true, sent: [] })
      else if (draft) bringPostDraft(memberId, draft)
    }
    latest.current.options.onBrought()
  })
  useEffect(() => {
    bringNewest().catch(() => {})
  }, [])

  /** The server state of a draft with this content. */
  const serverState = useCallback((draftId: string, content: Content) => {
    const { revision, texts, sent } = known.current.get(draftId) ?? unknown
    return { revision, isOnServer: revision !== null && texts === textsOf(content), sent }
  }, [])
  return {
    serverState,
    /** Called when this tab continues a draft. */
    takeUp(draft: PostDraft) {
      const { id, revision, isOnServer, sent } = draft
      known.current.set(id, { revision, texts: isOnServer ? textsOf(draft) : null, sent })
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
  readonly revision: string | null
  /** The texts of this revision; null if this device has changed them offline. */
  readonly texts: string | null
  /** As in a `PostDraft`. */
  readonly sent: readonly string[]
}
const unknown: Known = { revision: null, texts: null, sent: [] }

const isOfPost = (place: string) => place.startsWith(placeOfPostDraft(''))
const nothing = { type: 'text', title: '', body: '', url: '', community: '', isMadeWithAi: false } as const
