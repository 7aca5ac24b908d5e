/** A letter that is written from right to left, or a mark or number of its script. */
export const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * URLs, addresses, and names of members and communities, for `split`: they are Latin wherever they stand, and say nothing about the
 * direction of the text around them.
 */
export const names =
  /((?:\b[a-z][a-z0-9+.-]{0,30}:\/\/|\bwww\.)[^\s\u2066-\u2069]+|(?:\b[\w.+-]{1,64}@)?\b[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,8}\.[a-z]{2,63}\b(?:\/[^\s\u2066-\u2069]*)?|(?<![\w/@])[@/]\w+)/giu
