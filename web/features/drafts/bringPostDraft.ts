import type { Draft } from '../../../contract/entities/draft.ts'
import { listPostDrafts, type PostDraft, savePostDraft } from '../../device/postDrafts.ts'

/** The place on the server of a new post, as in the call `saveDraft`. */
export const placeOfPostDraft = (id: string): string => `post:${id}`

export const idOfPostDraft = (place: string): string => place.slice(placeOfPostDraft('').length)

type Texts = Pick<Draft, 'type' | 'title' | 'body' | 'url' | 'community'>

/** A page that was left does not get the answer of its last save, so a draft may be on the server without being marked so. */
export const haveSameText = (one: Texts, other: Texts): boolean => textOf(one) === textOf(other)

const textOf = ({ type, title, body, url, community }: Texts): string =>
  JSON.stringify([type, title, body, url, community])

export const newDraftId = (): string => Math.random().toString(36).slice(2)

/**
 * Replaces this device's draft of a new post by the server's, as the latest one. Text that is not on the server is
 * kept as another draft.
 */
export function bringPostDraft(memberId: string, { place, savedAt, ...texts }: Draft): PostDraft {
  const id = idOfPostDraft(place)
  const here = listPostDrafts(memberId).find((kept) => kept.id === id)
  // Only this device has changed it.
  if (here && !here.isOnServer && here.revision === texts.revision) {
    savePostDraft(memberId, here)
    return here
  }
  if (here && !here.isOnServer && !haveSameText(here, texts))
    savePostDraft(memberId, { ...here, id: newDraftId(), revision: null })
  // Images stay on the device: they are not attached to anything yet.
  const { images, userGroup } = here ?? { images: [], userGroup: 'normal' as const }
  const brought: PostDraft = {
    ...{ id, type: texts.type, title: texts.title, body: texts.body, url: texts.url },
    ...{ community: texts.community, revision: texts.revision, images, userGroup },
    ...{ savedAt: Date.parse(savedAt), isOnServer: true },
  }
  savePostDraft(memberId, brought)
  return brought
}
