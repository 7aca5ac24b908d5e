import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'

const hcaptchaHosts = 'https://hcaptcha.com https://*.hcaptcha.com'
/** Host of embedded videos (web/ui/media/videoOf.ts). */
const videoHost = 'https://www.youtube-nocookie.com'
const hstsSeconds = 365 * 86_400

/** The Content-Security-Policy of data, which is much shorter than that of pages: a browser that shows it loads nothing. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

/**
 * The Content-Security-Policy of pages: scripts, styles, images and requests of our own origin only, plus the given
 * inline scripts by their hash. Video players may be framed, from the host of that video site that sets no cookies.
 *
 * @param inlineScripts exact text of the inline scripts of the page.
 * @see https://docs.hcaptcha.com/#content-security-policy-settings
 */
export function contentSecurityPolicy(
  config: Pick<Config, 'captcha'>,
  inlineScripts: readonly string[],
): string {
  const hashes = inlineScripts.map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  const captcha = config.captcha === 'hcaptcha' ? ` ${hcaptchaHosts}` : ''
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...hashes].join(' ')}${captcha}`,
    `style-src 'self'${captcha}`,
    // blob: is the preview of a file before its upload.
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${captcha}`,
    `frame-src ${videoHost}${captcha}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Adds the security headers to every response. @param options.policy the Content-Security-Policy, or null for none. */
export function addSecurityHeaders(app: FastifyInstance, { policy }: { policy: string | null }): void {
  // Not with `reply.raw.setHeader`: Node would merge these with all other headers one by one.
  app.addHook('onRequest', (request, reply, done) => {
    if (policy) reply.header('content-security-policy', policy)
    reply
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'strict-origin-when-cross-origin')
      .header('cross-origin-opener-policy', 'same-origin')
      // Images say otherwise themselves: feed readers show them.
      .header('cross-origin-resource-policy', 'same-origin')
      .header('permissions-policy', 'camera=(), geolocation=(), microphone=()')
    if (request.protocol === 'https') reply.header('strict-transport-security', `max-age=${hstsSeconds}`)
    done()
  })
}
