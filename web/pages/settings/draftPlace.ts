import { pathOfPost } from '../../data/posts/postPath.ts'

interface DraftPlace {
  readonly kind: 'post' | 'reply' | 'edit'
  /** The public id of the post; of a new post a random name. */
  readonly id: string
  readonly commentId: string | null
}

/** Reads the place of a draft, which the server has checked. */
export function placeOfDraft(place: string): DraftPlace {
  const [kind, id = '', commentId = null] = place.split(':')
  return { kind: kind === 'reply' || kind === 'edit' ? kind : 'post', id, commentId }
}

/** The page with the form for a draft. */
export function pathOfDraft(place: string, communityName: string): string {
  const { kind, id, commentId } = placeOfDraft(place)
  if (kind === 'post') return '/new'
  if (kind === 'edit' && commentId === null) return `/new?edit=${id}`
  const path = pathOfPost({ communityName, publicId: id })
  return commentId === null ? path : `${path}/${commentId}`
}
