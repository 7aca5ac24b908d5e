import { createHash, createHmac } from 'node:crypto'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Payload } from 'altcha-lib/types'
import { sql } from 'kysely'
import { errors } from '../../../contract/errors.ts'
import { fieldsOf } from '../../../contract/objects.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Secrets } from '../../platform/http/secrets.ts'
import type { Valkey } from '../../platform/valkey/connection.ts'

const captchaMinutes = 20

/**
 * A solver computes PBKDF2 with this many rounds for each counter until one fits, on average for 250 counters: 0.3 s on
 * a desktop computer, about a second on a phone.
 */
const work = { rounds: 5000, fewestTries: 150, mostTries: 350 }
/** A wave of bots pays this much more for each account. */
const raisedWork = { ...work, fewestTries: 4 * work.fewestTries, mostTries: 4 * work.mostTries }
const longestToken = 4000
const verifierTimeoutMs = 10_000

/** A solved challenge, valid for one sign-up. */
export interface Proof {
  readonly signature: string
  readonly expiresAt: Date
}

const keysOf = (secrets: Secrets) => {
  const derive = (purpose: string) => createHmac('sha256', secrets.captcha).update(purpose).digest('hex')
  return { hmacSignatureSecret: derive('challenge'), hmacKeySignatureSecret: derive('solution') }
}

/**
 * Issues a proof-of-work challenge of ALTCHA, as a JSON string. Its `data.mostTries` is the largest counter that can be
 * the solution, for a progress bar.
 *
 * @param options.isHarder four times the work.
 */
export async function issueChallenge(
  secrets: Secrets,
  { isHarder = false } = {},
): Promise<{ challenge: string }> {
  const { rounds, fewestTries, mostTries } = isHarder ? raisedWork : work
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: rounds,
    counter: randomInt(mostTries, fewestTries),
    data: { mostTries },
    deriveKey,
    expiresAt: new Date(Date.now() + captchaMinutes * 60_000),
    ...keysOf(secrets),
  })
  return { challenge: JSON.stringify(challenge) }
}

/**
 * Checks the captcha of a sign-up, of the kind that is configured.
 *
 * @param token for proof of work the JSON `{challenge, solution}` in base64; for hCaptcha its response.
 * @returns the proof for `spendProof`; null when the captcha cannot be used twice anyway.
 * @throws Refused with the error `captchaRefused` or, when hCaptcha does not answer, `captchaUnreachable`.
 */
export async function verifyCaptcha(
  { config, secrets, ip }: { config: Config; secrets: Secrets; ip: string },
  token: string,
): Promise<Proof | null> {
  if (config.captcha === 'off') return null
  if (config.captcha === 'pow') return verifyProof(secrets, token)
  await askHcaptcha(config, { token, ip })
  return null
}

function parsePayload(token: string): Payload | null {
  if (token.length > longestToken) return null
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString('utf8'))
  } catch {
    return null
  }
}

/**
 * Checks a solved challenge, whatever kind of captcha sign-ups need.
 *
 * @param token the JSON `{challenge, solution}` in base64.
 * @throws Refused with `captchaRefused`.
 */
export async function verifyProof(secrets: Secrets, token: string): Promise<Proof> {
  const payload = parsePayload(token)
  const { signature, parameters } = payload?.challenge ?? {}
  if (!payload || typeof signature !== 'string' || typeof parameters?.expiresAt !== 'number')
    throw new Refused(errors.captchaRefused)
  const { verified } = await verifySolution({
    challenge: { parameters, signature },
    solution: payload.solution,
    deriveKey,
    ...keysOf(secrets),
  })
  if (!verified) throw new Refused(errors.captchaRefused)
  return { signature, expiresAt: new Date(parameters.expiresAt * 1000) }
}

/** Extra time, because challenges expire by the clock of the server, which may differ from that of the database or of Valkey. */
const clockMinutes = 5

/**
 * Records a proof as used, in Valkey or the database. One that was used just before Valkey is lost, or comes back, can be used once
 * more within its twenty minutes.
 *
 * @throws Refused when it was used before.
 */
export async function spendProof(
  { db, valkey }: { db: Db; valkey: Valkey },
  { signature, expiresAt }: Proof,
): Promise<void> {
  const isNew = await valkey.askOr(
    async (client) => {
      const key = `proof:${createHash('sha256').update(signature).digest('base64url')}`
      const keptMs = Math.max(0, expiresAt.getTime() - Date.now()) + clockMinutes * 60_000
      return (await client.set(key, '', 'PX', keptMs, 'NX')) !== null
    },
    async () =>
      (await db
        .insertInto('spent_challenges')
        .values({ signature, expires_at: expiresAt })
        .onConflict((conflict) => conflict.doNothing())
        .returning('signature')
        .executeTakeFirst()) !== undefined,
  )
  if (!isNew) throw new Refused(errors.captchaRefused)
}

/** Deletes the records of expired challenges, which are refused anyway. @returns how many. */
export async function deleteSpentChallenges(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('spent_challenges')
    .where('expires_at', '<', sql<Date>`now() - make_interval(mins => ${clockMinutes})`)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

async function askHcaptcha(config: Config, { token, ip }: { token: string; ip: string }): Promise<void> {
  if (token === '' || !config.hcaptchaVerifyUrl) throw new Refused(errors.captchaRefused)
  const verdict = await fetch(config.hcaptchaVerifyUrl, {
    method: 'POST',
    body: new URLSearchParams({
      secret: config.hcaptchaSecret,
      sitekey: config.hcaptchaSiteKey,
      response: token,
      remoteip: ip,
    }),
    signal: AbortSignal.timeout(verifierTimeoutMs),
  })
    .then((response) => response.json())
    .catch(() => {
      throw new Refused(errors.captchaUnreachable)
    })
  if (fieldsOf(verdict).success !== true) throw new Refused(errors.captchaRefused)
}
