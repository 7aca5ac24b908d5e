import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

const curve = 'prime256v1'
const saltBytes = 16
/** An uncompressed point of the curve. */
const pointBytes = 65
const recordBytes = 4096
/** Marks the last record. */
const endOfRecords = Buffer.from([2])

const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

/**
 * Encrypts a message for one browser: one record of `aes128gcm` (RFC 8188) with keys of Web Push (RFC 8291). The
 * authentication secret should have 16 bytes; as relays of mobile applications send other lengths, any is taken.
 *
 * @param keys as the browser gave them, in base64url.
 * @throws when a key is empty, or no point of the curve.
 */
export function encryptFor(keys: { readonly auth: string; readonly p256dh: string }, text: string): Buffer {
  const auth = Buffer.from(keys.auth, 'base64url')
  const theirs = Buffer.from(keys.p256dh, 'base64url')
  if (auth.length === 0 || theirs.length !== pointBytes)
    throw new Error('These are not valid keys of a subscription.')
  const pair = createECDH(curve)
  const ours = pair.generateKeys()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const secret = derive(pair.computeSecret(theirs), auth, info, 32)
  const salt = randomBytes(saltBytes)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const sealed = [
    cipher.update(text, 'utf8'),
    cipher.update(endOfRecords),
    cipher.final(),
    cipher.getAuthTag(),
  ]
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(recordBytes)
  sizes.writeUInt8(pointBytes, 4)
  return Buffer.concat([salt, sizes, ours, ...sealed])
}
