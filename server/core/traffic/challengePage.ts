import { createHash } from 'node:crypto'
import { t } from '../../../contract/texts/t.ts'
import { plainPage } from '../../platform/http/plainPage.ts'

/**
 * Solves the challenge of GET /api/_captcha as web/device/proofOfWork.ts does, sends the solution, and loads the page again. Where it
 * cannot, as without https, the refresh of the page does it later.
 */
export const challengeScript = `(async () => {
  const { subtle } = crypto
  if (!subtle || !navigator.cookieEnabled) return
  const bytesOf = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16))
  const hexOf = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const challenge = JSON.parse((await (await fetch('/api/_captcha')).json()).challenge)
  const { nonce, salt, cost, keyLength, keyPrefix, data } = challenge.parameters
  const password = new Uint8Array([...bytesOf(nonce), 0, 0, 0, 0])
  for (let counter = 0; counter <= data.mostTries; counter++) {
    new DataView(password.buffer).setUint32(password.length - 4, counter)
    const key = await subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    const how = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations: cost }
    const derivedKey = hexOf(await subtle.deriveBits(how, key, keyLength * 8))
    if (!derivedKey.startsWith(keyPrefix)) continue
    const proof = btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }))
    if ((await fetch('/-/pass?proof=' + encodeURIComponent(proof))).ok) location.reload()
    return
  }
})()`

/** The page loads nothing and calls this site only. */
export const challengePolicy = `default-src 'none'; script-src 'sha256-${createHash('sha256')
  .update(challengeScript)
  .digest('base64')}'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'`

/**
 * A page that a browser gets in place of another one, in the current language, until it has proved itself.
 *
 * @param options.next where a browser without JavaScript goes.
 * @param options.seconds after how long.
 */
export const challengePage = ({
  siteName,
  next,
  seconds,
}: {
  siteName: string
  next: string
  seconds: number
}): string =>
  plainPage({
    title: siteName,
    sentence: t(
      'Checking your browser because of heavy traffic from your network. This takes up to {seconds, plural, one {# second} other {# seconds}}, happens only once and requires cookies.',
      { seconds },
    ),
    refresh: { seconds, to: next },
    script: challengeScript,
  })
