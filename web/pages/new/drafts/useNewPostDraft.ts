import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { communityQuery } from '../../../data/communities/communities.ts'
import type { PostDraft } from '../../../device/postDrafts.ts'
import { useToasts } from '../../../ui/feedback/toasts.tsx'
import { imagesStillThere, keptImages, lostImagesText } from '../images/keptImages.ts'
import type { NewPostState } from '../useNewPost.ts'
import { useSavedDraft } from './useSavedDraft.ts'

interface NewPostDraft {
  /** One that an earlier visit has left, until something is done about it. */
  readonly offered: PostDraft | null
  readonly isRestoring: boolean
  readonly restore: () => Promise<void>
  readonly discard: () => void
  /** The post has been sent. */
  readonly forget: () => void
  /** How often a draft has been restored. */
  readonly restored: number
}

/** Keeps a new post on this device while it is being written, and brings back one that was left. */
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
    const { type, title, body, url, userGroup } = offered
    setIsRestoring(true)
    const [imagesThere, communityThere] = await Promise.all([
      imagesStillThere(offered.images, Date.now()),
      // A community that is gone or cannot be loaded must be chosen again.
      offered.community ? queryClient.fetchQuery(communityQuery(offered.community)).catch(() => null) : null,
    ])
    setIsRestoring(false)
    takeUp()
    change({ type, title, body, url, userGroup })
    uploads.restore(imagesThere)
    // A draft that was for no community yet may go to the one that the address names.
    if (offered.community) choose(communityThere)
    setRestored((times) => times + 1)
    const loss = lostImagesText(offered.images.length - imagesThere.length)
    if (loss !== null) toasts.show(loss, { ms: lossShownMs })
  }
  return { offered, isRestoring, restore, discard, forget, restored }
}

const lossShownMs = 6000
