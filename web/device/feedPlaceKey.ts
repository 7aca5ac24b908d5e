/** Key in session storage of the position in a feed; its value begins with the key of the history entry and a space. */
export const feedPlaceKey = 'feed place'
