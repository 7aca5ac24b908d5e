import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_'

/** The id of a post in its address: 8 characters of `[0-9A-Za-z_]`, about 48 random bits. */
export const newPublicId = (): string =>
  Array.from(randomBytes(8), (byte) => alphabet[byte % alphabet.length]).join('')
