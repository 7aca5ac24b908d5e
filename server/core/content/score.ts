import type { Viewer } from '../sessions/viewer.ts'

interface ScoredRow {
  readonly community_id: string
  readonly upvotes: number
  readonly downvotes: number
  /** Whether its community still hides its points. */
  readonly is_score_hidden: boolean
}

/** Whether this viewer does not see the points of a post or comment yet. Moderators and admins always do, its author does not. */
export const hidesScore = (
  { is_score_hidden, community_id }: Pick<ScoredRow, 'is_score_hidden' | 'community_id'>,
  viewer: Pick<Viewer, 'isAdmin' | 'moderates'> | null,
): boolean => is_score_hidden && !(viewer?.isAdmin || viewer?.moderates.has(community_id))

/** The votes on a post or comment as `viewer` may see them. */
export const scoreOf = (row: ScoredRow, viewer: Pick<Viewer, 'isAdmin' | 'moderates'> | null) =>
  hidesScore(row, viewer)
    ? { upvotes: null, downvotes: null }
    : { upvotes: row.upvotes, downvotes: row.downvotes }
