import { refusalOf } from '../../data/failure.ts'

const texts: Readonly<Record<string, string>> = {
  banned_from_community: 'You are banned from this community.',
  'post-locked': 'This post is locked.',
  'post/not-found': 'This post is no longer there.',
  duplicate: 'Already announced',
}

/**
 * Messages for refusals of actions on a post: what a role does not allow in the server's own words;
 * null where the general words have to do.
 */
export function postRefusalText(error: unknown): string | null {
  const refusal = refusalOf(error)
  if (!refusal) return null
  return texts[refusal.code] ?? (refusal.status === 403 || refusal.status === 409 ? refusal.message : null)
}
