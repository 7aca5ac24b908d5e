import { errors, type Refusal } from '../../../contract/errors.ts'
import type { Roles } from '../../core/permissions/roles.ts'

interface ImageUsage {
  isUsed: boolean
  uploaderId: string | null
  /** The community of the post or comment that shows it. */
  authorId: string | null
  ownerId: string | null
  communityId: string | null
}

/** Why `member` may not change the alt text of an image, or null when they may. */
export function altTextRefusal(member: Roles & { id: string }, image: ImageUsage): Refusal {
  if (member.isAdmin || isOwnImage(member, image)) return null
  return image.communityId !== null && member.isModerator ? null : errors.imageOfSomebodyElse
}

/** Whether an image is the member's own: in their post or comment, their picture, or an upload of theirs that nothing uses yet. */
export function isOwnImage(member: { id: string }, image: ImageUsage): boolean {
  if (image.communityId !== null) return false
  if (!image.isUsed) return image.uploaderId === member.id
  return image.authorId === member.id || image.ownerId === member.id
}
