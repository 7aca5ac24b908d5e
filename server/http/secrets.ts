import { createECDH, randomBytes } from 'node:crypto'
import type { Db } from '../database/connection.ts'

/** Keys of this site, made once and kept in the database so that every process shares them. */
export interface Secrets {
  /** Signs session ids and CSRF tokens. */
  readonly session: Buffer
  /** Keys the ids under which deleted accounts appear in a thread. */
  readonly ghost: Buffer
  /** Signs proof-of-work challenges. */
  readonly captcha: Buffer
  /** By which push services know this site: the private key of 32 bytes and the public one of 65, on the curve P-256. */
  readonly push: Buffer
}

const randomKey = () => randomBytes(32)

/** @see https://www.rfc-editor.org/rfc/rfc8292 */
function pushKeyPair(): Buffer {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // Leading zeros are left out of the private key.
  const privateKey = Buffer.alloc(32)
  pair.getPrivateKey().copy(privateKey, privateKey.length - pair.getPrivateKey().length)
  return Buffer.concat([privateKey, pair.getPublicKey()])
}

const makers: Record<keyof Secrets, () => Buffer> = {
  session: randomKey,
  ghost: randomKey,
  captcha: randomKey,
  push: pushKeyPair,
}

/** Reads the keys, making those that are missing; safe when several programs start at once. */
export async function loadSecrets(db: Db): Promise<Secrets> {
  await db
    .insertInto('site_secrets')
    .values(Object.entries(makers).map(([name, make]) => ({ name, value: make() })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const rows = await db.selectFrom('site_secrets').select(['name', 'value']).execute()
  return Object.fromEntries(rows.map((row) => [row.name, row.value])) as unknown as Secrets
}
