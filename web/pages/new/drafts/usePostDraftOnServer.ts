import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import type { Draft } from '../../../../contract/entities/draft.ts'
import { draftsQuery, useDraftCalls } from '../../../data/drafts/drafts.ts'
import {
  listPostDrafts,
  type PostDraft,
  removePostDraft,
  replacePostDraft,
} from '../../../device/postDrafts.ts'
import {
  bringPostDraft,
  haveSameText,
  idOfPostDraft,
  placeOfPostDraft,
} from '../../../features/drafts/bringPostDraft.ts'
import { saveAfterMs } from '../../../features/drafts/draftSync.ts'

export type Content = Omit<PostDraft, 'id' | 'savedAt' | 'revision' | 'isOnServer'>

interface PostDraftOptions {
  /** The content; null while it is empty. */
  content: Content | null
  /** The drafts of this device are now those of the server. */
  onBrought: () => void
  /** The server has a text of it: `serverState` has changed. */
  onSaved: (id: string) => void
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
      if (draft && same && haveSameText(same, draft))
        replacePostDraft(memberId, { ...same, revision: draft.revision, isOnServer: true })
      else if (draft) bringPostDraft(memberId, draft)
    }
    latest.current.options.onBrought()
  })
  useEffect(() => {
    bringNewest().catch(() => {})
  }, [])

  /** The server state of a draft with this content. */
  const serverState = useCallback((draftId: string, content: Content) => {
    const { revision = null, texts = null } = known.current.get(draftId) ?? {}
    return { revision, isOnServer: texts === textsOf(content) }
  }, [])
  return {
    serverState,
    /** Called when this tab continues a draft. */
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
  /** Null if this device has changed them offline. */
  readonly texts: string | null
}

const textsOf = ({ type, title, body, url, community }: Omit<Content, 'images' | 'userGroup'>): string =>
  JSON.stringify([type, title, body, url, community])

const isOfPost = (place: string) => place.startsWith(placeOfPostDraft(''))
const nothing = { type: 'text', title: '', body: '', url: '', community: '' } as const
