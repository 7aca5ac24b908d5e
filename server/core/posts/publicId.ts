import { randomText } from '../../platform/http/randomText.ts'

/** The id of a post in its URL: 8 characters of `[0-9A-Za-z_]`, about 48 random bits. */
export const newPublicId = (): string => randomText(8)
