import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { communityQuery } from '../../../data/communities/communities.ts'
import type { PostDraft } from '../../../device/postDrafts.ts'
import { useToasts } from '../../../ui/feedback/toasts.tsx'
import { imagesStillThere, keptImages, lostImagesText } from '../keptImages.ts'
import type { NewPostState } from '../useNewPost.ts'
import { useSavedDraft } from './useSavedDraft.ts'

interface NewPostDraft {
  /** The draft of an earlier visit, until it is restored or discarded. */
  readonly offered: PostDraft | null
  readonly isRestoring: boolean
  readonly restore: () => Promise<void>
  readonly discard: () => void
  /** Called when the post was sent. */
  readonly forget: () => void
  /** How often a draft has been restored. */
  readonly restored: number
}

/** Saves a new post on this device while it is being written, and restores the draft of an earlier visit. */
export function useNewPostDraft(post: NewPostState, isWritten: boolean): NewPostDraft {
  const { poster, fields, community, images, uploads, change, choose } = post
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const [isRestoring, setIsRestoring] = useState(false)
  const [restored, setRestored] = useState(0)
  const { offered, takeUp, discard, forget } = useSavedDraft(
    poster.id,
    isWritten ? { ...fields, community: community?.name ?? '', images: keptImages(images) } : null,
  )

  const restore = async () => {
    if (!offered) return
    const { type, title, body, url, userGroup, isMadeWithAi } = offered
    setIsRestoring(true)
    const [imagesThere, communityThere] = await Promise.all([
      imagesStillThere(offered.images, Date.now()),
      // A community that was deleted or cannot be loaded must be chosen again.
      offered.community ? queryClient.fetchQuery(communityQuery(offered.community)).catch(() => null) : null,
    ])
    setIsRestoring(false)
    takeUp()
    change({ type, title, body, url, userGroup, isMadeWithAi })
    uploads.restore(imagesThere)
    // A draft without a community uses the one that the URL names.
    if (offered.community) choose(communityThere)
    setRestored((times) => times + 1)
    const loss = lostImagesText(offered.images.length - imagesThere.length)
    if (loss !== null) toasts.show(loss, { ms: lossShownMs })
  }
  return { offered, isRestoring, restore, discard, forget, restored }
}

const lossShownMs = 6000
