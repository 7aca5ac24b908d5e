import { createHash, createHmac } from 'node:crypto'
import { randomText } from '../../platform/http/randomText.ts'

/** About 240 random bits. */
const keyLength = 40

/** A new key of a secret link. Only its hash is stored. */
export const newKey = (): string => randomText(keyLength)

export const keyHash = (key: string): Buffer => createHash('sha256').update(key).digest()

/** Identifies what a guest sent from an address, so that the same is stored once; useless without the secret of this site. */
export const sentHash = (secret: Buffer, sent: readonly (string | boolean | null)[]): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['notice', ...sent]))
    .digest()

/** The path of a notice for its sender; members need no key. */
export const noticePath = (number: string | number, key: string | null): string =>
  `/notice/${number}${key === null ? '' : `?${new URLSearchParams({ key })}`}`
