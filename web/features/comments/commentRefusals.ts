/** Messages for refusals of actions on a comment, by code. */
export const commentRefusals: Readonly<Record<string, string>> = {
  banned_from_community: 'You are banned from this community.',
  comment_deleted: 'This comment was deleted.',
  'comment-reply-to-deleted': 'Cannot reply to a deleted comment.',
  'comment-max-depth-reached': 'Thread too deep.',
  comment_locked: 'Replies are locked.',
  'post-locked': 'This post is locked.',
  comment_not_found: 'This comment is no longer there.',
  'not-removed': 'Someone else has restored this comment.',
  not_mod: 'You are not a moderator of this community.',
}

/** Messages for refusals of votes, by code. */
export const voteRefusals: Readonly<Record<string, string>> = {
  ...commentRefusals,
  comment_deleted: "Can't vote on a deleted comment!",
}
