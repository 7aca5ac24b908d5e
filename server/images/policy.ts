import { errors, type Refusal } from '../../contract/errors.ts'

interface Shown {
  isUsed: boolean
  uploaderId: string | null
  postAuthorId: string | null
  ownerId: string | null
  communityId: string | null
}

/** Why `member` may not say what an image shows, or null when they may (API contract 4.4). */
export function altTextRefusal(
  member: { id: string; isAdmin: boolean; moderates: ReadonlySet<string> },
  image: Shown,
): Refusal {
  if (member.isAdmin || isOwnImage(member, image)) return null
  const isModerator = image.communityId !== null && member.moderates.has(image.communityId)
  return isModerator ? null : errors.imageOfSomebodyElse
}

/** Whether nobody else has a say in an image: it is in their post, their portrait, or an upload that is nowhere yet. */
export function isOwnImage(member: { id: string }, image: Shown): boolean {
  if (image.communityId !== null) return false
  if (!image.isUsed) return image.uploaderId === member.id
  return image.postAuthorId === member.id || image.ownerId === member.id
}
