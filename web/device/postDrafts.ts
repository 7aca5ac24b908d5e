import type { PostType } from '../../contract/entities/post.ts'
import { storedId } from '../../contract/ids.ts'
import { limits } from '../../contract/limits.ts'
import { fieldsOf } from '../../contract/objects.ts'
import type { UserGroup } from '../../contract/words.ts'

/** An unsent post on this device. */
export interface PostDraft {
  readonly id: string
  /** In milliseconds since 1970. */
  readonly savedAt: number
  readonly type: PostType
  readonly title: string
  readonly body: string
  readonly url: string
  /** The name of the chosen community, or empty. */
  readonly community: string
  readonly userGroup: UserGroup
  readonly isMadeWithAi: boolean
  readonly images: readonly DraftImageRecord[]
  /** The revision on the server from which it was changed; null when it has not been there. */
  readonly revision: string | null
  /** Whether the server has all of its texts. */
  readonly isOnServer: boolean
  /** What was sent since the last answer, as `textsOf` gives it: the server may have any of it. */
  readonly sent: readonly string[]
}

/** The texts of a draft and its mark, as one. */
export const textsOf = ({
  type,
  title,
  body,
  url,
  community,
  isMadeWithAi = false,
}: Pick<PostDraft, 'type' | 'title' | 'body' | 'url' | 'community'> & {
  readonly isMadeWithAi?: boolean
}): string => JSON.stringify([type, title, body, url, community, isMadeWithAi])

/** An image that has been uploaded for a draft. */
interface DraftImageRecord {
  readonly imageId: string
  readonly url: string
  readonly name: string
  readonly altText: string
  readonly uploadedAt: number
}

/** More than anyone works on at once, and far below the storage quota. */
const draftsMost = 5

/** Named by the stored id, as in earlier versions. */
const keyOf = (memberId: string) => `postDrafts:${storedId('user', memberId)}`

/** The drafts of a member on this device, the latest first. */
export function listPostDrafts(memberId: string): readonly PostDraft[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(memberId)) ?? '[]')
    return Array.isArray(stored) ? stored.flatMap(parseDraft) : []
  } catch {
    return []
  }
}

/** Saves a draft, replacing its earlier state. @returns false when storage fails. */
export function savePostDraft(memberId: string, draft: PostDraft): boolean {
  const others = listPostDrafts(memberId).filter(({ id }) => id !== draft.id)
  return store(memberId, [draft, ...others].slice(0, draftsMost))
}

/** Changes a stored draft without moving it in the list. */
export function replacePostDraft(memberId: string, draft: PostDraft): void {
  store(
    memberId,
    listPostDrafts(memberId).map((kept) => (kept.id === draft.id ? draft : kept)),
  )
}

export function removePostDraft(memberId: string, id: string): void {
  const drafts = listPostDrafts(memberId)
  const others = drafts.filter((draft) => draft.id !== id)
  if (others.length < drafts.length) store(memberId, others)
}

function store(memberId: string, drafts: readonly PostDraft[]): boolean {
  try {
    if (drafts.length === 0) localStorage.removeItem(keyOf(memberId))
    else localStorage.setItem(keyOf(memberId), JSON.stringify(drafts))
    return true
  } catch {
    // Storage is disabled or full.
    return false
  }
}

/** Another version of the site may have stored it, so every field is checked. */
function parseDraft(stored: unknown): PostDraft[] {
  const { id, savedAt, type, userGroup, images, revision, isOnServer, sent, isMadeWithAi, ...texts } =
    fieldsOf(stored)
  if (typeof id !== 'string' || typeof savedAt !== 'number') return []
  return [
    {
      id,
      savedAt,
      type: type === 'image' || type === 'link' ? type : 'text',
      userGroup: userGroup === 'mods' || userGroup === 'admins' ? userGroup : 'normal',
      isMadeWithAi: isMadeWithAi === true,
      title: text(texts.title),
      body: text(texts.body),
      url: text(texts.url),
      community: text(texts.community),
      revision: typeof revision === 'string' ? revision : null,
      isOnServer: isOnServer === true,
      sent: Array.isArray(sent) ? sent.filter((one) => typeof one === 'string') : [],
      images: Array.isArray(images) ? images.flatMap(parseImage).slice(0, limits.imagesPerPostMax) : [],
    },
  ]
}

function parseImage(stored: unknown): DraftImageRecord[] {
  const { imageId, url, name, altText, uploadedAt } = fieldsOf(stored)
  if (typeof imageId !== 'string' || typeof uploadedAt !== 'number') return []
  // Only URLs of our own images are accepted, whatever is stored.
  if (typeof url !== 'string' || !url.startsWith('/images/')) return []
  return [{ imageId, url, name: text(name), altText: text(altText), uploadedAt }]
}

const text = (stored: unknown): string => (typeof stored === 'string' ? stored : '')
