import { createHmac } from 'node:crypto'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Payload } from 'altcha-lib/types'
import { sql } from 'kysely'
import { errors } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/connection.ts'
import { Refused } from '../http/refused.ts'
import type { Secrets } from '../http/secrets.ts'

/**
 * PBKDF2 of this many rounds is tried for counter after counter, on average 250 times: 0.3 s on a desktop
 * computer, about a second on a phone.
 */
const work = { rounds: 5000, fewestTries: 150, mostTries: 350 }
const longestToken = 4000
const verifierTimeoutMs = 10_000

/** A solved challenge, to be spent once. */
export interface Proof {
  readonly signature: string
  readonly expiresAt: Date
}

const keysOf = (secrets: Secrets) => {
  const derive = (purpose: string) => createHmac('sha256', secrets.captcha).update(purpose).digest('hex')
  return { hmacSignatureSecret: derive('challenge'), hmacKeySignatureSecret: derive('solution') }
}

/**
 * A fresh proof-of-work challenge of ALTCHA, as JSON text. Its `data.mostTries` is the largest counter that
 * can be the solution, for a bar of progress.
 */
export async function issueChallenge(secrets: Secrets): Promise<{ challenge: string }> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: work.rounds,
    counter: randomInt(work.mostTries, work.fewestTries),
    data: { mostTries: work.mostTries },
    deriveKey,
    expiresAt: new Date(Date.now() + limits.captchaMinutes * 60_000),
    ...keysOf(secrets),
  })
  return { challenge: JSON.stringify(challenge) }
}

/**
 * Checks what a sign-up brought along, as the configuration asks.
 *
 * @param token for proof of work the base64 of the JSON `{challenge, solution}`; for hCaptcha its answer.
 * @returns the proof that remains to be spent, where there is one.
 * @throws Refused when the token proves nothing, or when nobody could be asked.
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

function readPayload(token: string): Payload | null {
  if (token.length > longestToken) return null
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString('utf8'))
  } catch {
    return null
  }
}

async function verifyProof(secrets: Secrets, token: string): Promise<Proof> {
  const payload = readPayload(token)
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

/** Takes a proof for good. @throws Refused when it was taken before. */
export async function spendProof(db: Db, proof: Proof): Promise<void> {
  await db
    .insertInto('spent_challenges')
    .values({ signature: proof.signature, expires_at: proof.expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('signature')
    .executeTakeFirstOrThrow(() => new Refused(errors.captchaRefused))
}

/** Forgets spent challenges that have run out and so are refused anyway. @returns how many. */
export async function deleteSpentChallenges(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('spent_challenges')
    // The programs' clocks may differ a little from the database's.
    .where('expires_at', '<', sql<Date>`now() - interval '5 minutes'`)
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
  if ((verdict as { success?: unknown } | null)?.success !== true) throw new Refused(errors.captchaRefused)
}
