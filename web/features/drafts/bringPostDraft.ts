import type { Draft } from '../../../contract/entities/draft.ts'
import { listPostDrafts, type PostDraft, savePostDraft, textsOf } from '../../device/postDrafts.ts'

/** The place on the server of a new post, as in the call `saveDraft`. */
export const placeOfPostDraft = (id: string): string => `post:${id}`

export const idOfPostDraft = (place: string): string => place.slice(placeOfPostDraft('').length)

export const newDraftId = (): string => Math.random().toString(36).slice(2)

/**
 * Replaces this device's draft of a new post by the server's, as the latest one. Text that is not on the server is
 * kept as another draft.
 */
export function bringPostDraft(memberId: string, { place, savedAt, ...texts }: Draft): PostDraft {
  const id = idOfPostDraft(place)
  const here = listPostDrafts(memberId).find((kept) => kept.id === id)
  const isOwn = here?.revision === texts.revision || here?.sent.includes(textsOf(texts))
  // Only this device has changed it.
  if (here && !here.isOnServer && isOwn) {
    const rebased = { ...here, revision: texts.revision, sent: [] }
    savePostDraft(memberId, rebased)
    return rebased
  }
  if (here && !here.isOnServer && textsOf(here) !== textsOf(texts))
    savePostDraft(memberId, { ...here, id: newDraftId(), revision: null })
  // Images stay on the device: they are not attached to anything yet.
  const { images, userGroup } = here ?? { images: [], userGroup: 'normal' as const }
  const isMadeWithAi = texts.isMadeWithAi ?? here?.isMadeWithAi ?? false
  const brought: PostDraft = {
    ...{ id, type: texts.type, title: texts.title, body: texts.body, url: texts.url },
    ...{ community: texts.community, revision: texts.revision, images, userGroup, isMadeWithAi },
    ...{ savedAt: Date.parse(savedAt), isOnServer: true, sent: [] },
  }
  savePostDraft(memberId, brought)
  return brought
}
