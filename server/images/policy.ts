import { errors, type Refusal } from '../../contract/errors.ts'

/** Why `member` may not say what an image shows, or null when they may (API contract 4.4). */
export function altTextRefusal(
  member: { id: string; isAdmin: boolean; moderates: ReadonlySet<string> },
  image: {
    isUsed: boolean
    uploaderId: string | null
    postAuthorId: string | null
    ownerId: string | null
    communityId: string | null
  },
): Refusal {
  if (member.isAdmin) return null
  if (image.communityId !== null)
    return member.moderates.has(image.communityId) ? null : errors.imageOfSomebodyElse
  if (image.isUsed && image.postAuthorId !== member.id && image.ownerId !== member.id)
    return errors.imageOfSomebodyElse
  if (!image.isUsed && image.uploaderId !== member.id) return errors.imageOfSomebodyElse
  return null
}
