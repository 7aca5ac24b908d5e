/** The page of a member. */
export const addressOfUser = (username: string): string => `/@${username}`
