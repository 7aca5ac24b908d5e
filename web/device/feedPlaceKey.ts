/** Of session storage: where a feed was left, after the key of the page's entry in the history and a space. */
export const feedPlaceKey = 'feed place'
