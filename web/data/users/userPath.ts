/** The page of a member. */
export const pathOfUser = (username: string): string => `/@${username}`
