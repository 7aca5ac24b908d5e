/** The name of the community in the brackets that a comment in its name has for an author. */
export const nameOfSpeaker = (username: string): string => username.slice(1, -1)
