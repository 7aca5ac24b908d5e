import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { Identity, Recipient } from 'age-encryption'

/** scrypt needs 2 to the power of this KiB of memory: 64 MiB, within what a small server has. */
const ownWorkFactor = 16
/** Only a malicious file would need more than a gigabyte of memory. */
const largestWorkFactor = 20
const blockSize = 8
const saltBytes = 16
const keyBytes = 32
const tagBytes = 16
const fileKeyBytes = 16
const label = Buffer.from('age-encryption.org/v1/scrypt')
/** Each key encrypts one thing only. */
const nonce = Buffer.alloc(12)
const algorithm = 'chacha20-poly1305'

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
)

const keyOf = (passphrase: string, salt: Buffer, workFactor: number) => {
  const N = 2 ** workFactor
  return derive(passphrase, Buffer.concat([label, salt]), keyBytes, {
    N,
    r: blockSize,
    p: 1,
    maxmem: 2 * 128 * N * blockSize,
  })
}

const withoutPadding = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/**
 * The scrypt recipient of age (https://c2sp.org/age). The library's own computes in JavaScript and would block the server for
 * seconds.
 */
export async function passphraseRecipient(passphrase: string): Promise<Recipient> {
  const { Stanza } = await import('age-encryption')
  return {
    async wrapFileKey(fileKey) {
      const salt = randomBytes(saltBytes)
      const cipher = createCipheriv(algorithm, await keyOf(passphrase, salt, ownWorkFactor), nonce, {
        authTagLength: tagBytes,
      })
      const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
      return [new Stanza(['scrypt', withoutPadding(salt), String(ownWorkFactor)], body)]
    },
  }
}

/** Decrypts with a passphrase; a wrong one decrypts nothing. */
export const passphraseIdentity = (passphrase: string): Identity => ({
  async unwrapFileKey(stanzas) {
    const [stanza] = stanzas
    const [type, encodedSalt = '', workFactor = ''] = stanza?.args ?? []
    if (!stanza || stanzas.length !== 1 || type !== 'scrypt') return null
    const salt = Buffer.from(encodedSalt, 'base64')
    const isValid =
      salt.length === saltBytes &&
      /^[1-9]\d?$/.test(workFactor) &&
      Number(workFactor) <= largestWorkFactor &&
      stanza.body.length === fileKeyBytes + tagBytes
    if (!isValid) throw new Error('invalid scrypt stanza')
    const decipher = createDecipheriv(algorithm, await keyOf(passphrase, salt, Number(workFactor)), nonce, {
      authTagLength: tagBytes,
    })
    decipher.setAuthTag(stanza.body.subarray(fileKeyBytes))
    try {
      return Buffer.concat([decipher.update(stanza.body.subarray(0, fileKeyBytes)), decipher.final()])
    } catch {
      return null
    }
  },
})
