import { limits } from '../../../contract/limits.ts'
import { textLength } from '../../components/acceptText.ts'

/** What is wrong with a post, at the field where it is to be mended. */
export interface PostMistakes {
  readonly title?: string
  readonly community?: string
}

/** What is wrong with the title of a post, or null. */
export function titleMistake(title: string): string | null {
  const length = textLength(title.trim())
  if (length === 0) return 'Your post needs a title'
  return length < limits.titleMinLength ? 'Title is too short' : null
}

/**
 * What keeps a new post from being submitted; empty when nothing does.
 *
 * @param post.community where it goes; null while nothing is chosen.
 * @param bannedFrom ids of the communities that the viewer is banned from.
 */
export function postMistakes(
  post: { title: string; community: { id: string; name: string } | null },
  bannedFrom: readonly string[],
): PostMistakes {
  const title = titleMistake(post.title)
  const community = communityMistake(post.community, bannedFrom)
  return { ...(title !== null && { title }), ...(community !== null && { community }) }
}

function communityMistake(
  community: { id: string; name: string } | null,
  bannedFrom: readonly string[],
): string | null {
  if (!community) return 'Select a community first'
  return bannedFrom.includes(community.id) ? `You've been banned from ${community.name}.` : null
}

/** Where a refusal of the server belongs, in the words for it; null for those without words of their own. */
export function mistakeOfRefusal(code: string): PostMistakes | null {
  switch (code) {
    case 'post/title-too-short':
      return { title: 'Title is too short' }
    case 'banned_from_community':
      return { community: 'You are banned from community' }
    case 'posting-restricted':
      return { community: 'Only approved members of this community can post.' }
    case 'community/not-found':
      return { community: 'Select a community first' }
    default:
      return null
  }
}
