/** How the author of a post or comment is called: only admins see the names of deleted accounts. */
export const nameOfAuthor = (
  item: { userDeleted: boolean; username: string },
  viewer: { isAdmin: boolean } | null,
): string => (item.userDeleted && !viewer?.isAdmin ? 'Ghost' : `@${item.username}`)
