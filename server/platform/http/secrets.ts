import { createECDH, randomBytes } from 'node:crypto'
import { keysOf } from '../../../contract/objects.ts'
import type { Db } from '../database/connection.ts'

/** Keys of this site, generated once and stored in the database so that every process shares them. */
export interface Secrets {
  /** Signs session ids and CSRF tokens. */
  readonly session: Buffer
  /** HMAC key of the ids under which deleted accounts appear in a thread. */
  readonly ghost: Buffer
  /** Signs proof-of-work challenges. */
  readonly captcha: Buffer
  /** The VAPID key pair on the curve P-256: 32 bytes of private key, then 65 bytes of public key. */
  readonly push: Buffer
}

const randomKey = () => randomBytes(32)

/** A VAPID key pair. @see https://www.rfc-editor.org/rfc/rfc8292 */
function pushKeyPair(): Buffer {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // Node drops leading zeros of the private key.
  const privateKey = Buffer.alloc(32)
  pair.getPrivateKey().copy(privateKey, privateKey.length - pair.getPrivateKey().length)
  return Buffer.concat([privateKey, pair.getPublicKey()])
}

const generators: Record<keyof Secrets, () => Buffer> = {
  session: randomKey,
  ghost: randomKey,
  captcha: randomKey,
  push: pushKeyPair,
}

/** Loads the keys and generates the missing ones; safe when several processes start at once. */
export async function loadSecrets(db: Db): Promise<Secrets> {
  await db
    .insertInto('site_secrets')
    .values(Object.entries(generators).map(([name, generate]) => ({ name, value: generate() })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const rows = await db.selectFrom('site_secrets').select(['name', 'value']).execute()
  const keyNamed = (name: keyof Secrets): Buffer => {
    const found = rows.find((row) => row.name === name)
    if (!found) throw new Error(`The database has no key for ${name}.`)
    return found.value
  }
  return {
    session: keyNamed('session'),
    ghost: keyNamed('ghost'),
    captcha: keyNamed('captcha'),
    push: keyNamed('push'),
  }
}

export const secretNames = keysOf(generators)

/**
 * Replaces keys by new ones. What was signed with the old ones is worth nothing then, in processes that start from now on.
 *
 * @param names which ones.
 */
export async function rotateSecrets(db: Db, names: readonly (keyof Secrets)[]): Promise<void> {
  for (const name of names)
    await db
      .insertInto('site_secrets')
      .values({ name, value: generators[name]() })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
      )
      .execute()
}
