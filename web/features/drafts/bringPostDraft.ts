import type { Draft } from '../../../contract/entities/draft.ts'
import { listPostDrafts, type PostDraft, savePostDraft } from '../../device/postDrafts.ts'

/** The place on the server of a new post, as in the call `saveDraft`. */
export const placeOfPostDraft = (id: string): string => `post:${id}`

export const idOfPostDraft = (place: string): string => place.slice(placeOfPostDraft('').length)

const textOf = ({
  type,
  title,
  body,
  url,
  community,
}: Omit<Draft, 'place' | 'revision' | 'savedAt'>): string =>
  JSON.stringify([type, title, body, url, community])

export const newDraftId = (): string => Math.random().toString(36).slice(2)

/**
 * Puts the server's draft of a new post in the place of this device's, as the latest one. What was written here and is
 * not on the server is kept.
 */
export function bringPostDraft(memberId: string, { place, savedAt, ...texts }: Draft): PostDraft {
  const id = idOfPostDraft(place)
  const here = listPostDrafts(memberId).find((kept) => kept.id === id)
  // Only this device went on with it.
  if (here && !here.isOnServer && here.revision === texts.revision) {
    savePostDraft(memberId, here)
    return here
  }
  // A page that was left does not hear that its last text was saved.
  const isSame = here !== undefined && textOf(here) === textOf(texts)
  if (here && !here.isOnServer && !isSame)
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
