import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { draftsQuery, useDraftCalls } from '../../../data/drafts/drafts.ts'
import { saveDraftRevision, savedDraftRevision } from '../../../device/draftRevisions.ts'
import { listPostDrafts, type PostDraft, savePostDraft } from '../../../device/postDrafts.ts'
import { saveAfterMs } from '../../../features/drafts/draftSync.ts'

interface PostDraftOptions {
  /** What is written; null while there is nothing. */
  content: Omit<PostDraft, 'id' | 'savedAt'> | null
  /** Another device has a newer draft than this one. */
  onOffer: (draft: PostDraft) => void
  /** Another device has changed the draft that is being written here. */
  onConflict: () => void
}

const placeOf = (id: string) => `post:${id}`

/**
 * Keeps a new post on the server, too, and brings the newest one of another device here. Images stay on the device: they
 * are not attached to anything yet. Without a connection, the device's own draft is all there is.
 */
export function usePostDraftOnServer(memberId: string, id: string, options: PostDraftOptions) {
  const calls = useDraftCalls()
  const queryClient = useQueryClient()
  const removed = useRef(new Set<string>())
  /** Saves one after the other, so that each knows the revision of the one before. */
  const saving = useRef(Promise.resolve())
  const { type, title, body, url, community } = options.content ?? nothing
  const isWorthSaving = Boolean((title + body + url).trim())

  const save = useEffectEvent(async (sentId: string) => {
    const place = placeOf(sentId)
    if (removed.current.has(sentId)) return
    const basedOn = savedDraftRevision(place)
    const answer = await calls.save(place, { type, title, body, url, community, basedOn })
    if (answer.isSaved) saveDraftRevision(place, answer.draft.revision)
    else if (!removed.current.has(sentId)) options.onConflict()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change is saved.
  useEffect(() => {
    if (!isWorthSaving) return
    const timer = setTimeout(() => {
      // The next change tries again.
      saving.current = saving.current.then(() => save(id)).catch(() => {})
    }, saveAfterMs)
    return () => clearTimeout(timer)
  }, [id, isWorthSaving, type, title, body, url, community])

  const offerNewest = useEffectEvent(async () => {
    const drafts = await queryClient.fetchQuery(draftsQuery)
    const newest = drafts.find(({ place }) => place.startsWith(placeOf('')))
    const [here] = listPostDrafts(memberId)
    if (!newest || removed.current.has(idOf(newest.place))) return
    if (here && here.savedAt >= Date.parse(newest.savedAt) - clockToleranceMs) return
    const draft = await calls.get(newest.place)
    if (!draft) return
    const { type, title, body, url, community, savedAt, revision } = draft
    const brought: PostDraft = {
      ...{ id: idOf(newest.place), type, title, body, url, community },
      ...{ userGroup: 'normal', images: [], savedAt: Date.parse(savedAt) },
    }
    savePostDraft(memberId, brought)
    saveDraftRevision(newest.place, revision)
    options.onOffer(brought)
  })
  useEffect(() => {
    offerNewest().catch(() => {})
  }, [])

  return {
    /** The draft was sent or discarded. */
    remove(goneId: string) {
      removed.current.add(goneId)
      saveDraftRevision(placeOf(goneId), null)
      saving.current = saving.current.then(() => void calls.remove(placeOf(goneId)).catch(() => {}))
    },
  }
}

const idOf = (place: string) => place.slice(placeOf('').length)
const nothing = { type: 'text', title: '', body: '', url: '', community: '' } as const

/** The device saves a moment before the server, and its clock may differ a little. */
const clockToleranceMs = 10_000
