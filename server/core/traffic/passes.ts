import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Config } from '../../config.ts'
import { networksOf } from '../../platform/http/networks.ts'
import type { Secrets } from '../../platform/http/secrets.ts'
import { isSecret } from '../sessions/sessionId.ts'

/** The cookie of a browser that has proved itself. */
export const passCookie = 'pass'
const passDays = 30
const secondsPerDay = 86_400
/** How long a browser without JavaScript waits. */
export const waitSeconds = 15
/** Refreshing pages is not exact to the second. */
const shortestWaitSeconds = waitSeconds - 2
const longestWaitSeconds = 600
const usedMax = 20_000

/** Signed texts by which a browser is let through: the one it waits with, and the cookie it then gets. */
export interface Passes {
  /** The id of a valid cookie; null for any other text. */
  idOf(cookie: string | undefined): string | null
  /** A text with which the same network gets a cookie, once, when it has waited. */
  startWait(ip: string): string
  /** Whether it has waited for long enough, and not used this text before in this process. */
  endWait(ip: string, text: string): boolean
  /** Gives the browser the cookie. */
  give(request: FastifyRequest, reply: FastifyReply): void
}

export function createPasses({
  secrets,
  config,
}: {
  secrets: Pick<Secrets, 'captcha'>
  config: Pick<Config, 'siteUrl'>
}): Passes {
  const sign = (purpose: string, text: string): string =>
    createHmac('sha256', secrets.captcha).update(`${purpose} ${text}`).digest('base64url').slice(0, 22)
  const secondsNow = () => Math.floor(Date.now() / 1000)
  const newText = (seconds: number) => `${randomBytes(9).toString('base64url')}.${seconds.toString(36)}`
  const used = new LRUCache<string, true>({ max: usedMax })

  /** The parts of a text that `sign` has signed. */
  const parse = (purpose: string, text: string, network = ''): { id: string; seconds: number } | null => {
    const [id = '', time = '', signature = ''] = text.split('.')
    if (!isSecret(sign(purpose, `${id}.${time}${network}`), signature)) return null
    return { id, seconds: Number.parseInt(time, 36) }
  }
  return {
    idOf(cookie) {
      const found = cookie ? parse('pass', cookie) : null
      return found && found.seconds > secondsNow() ? found.id : null
    },
    startWait(ip) {
      const text = newText(secondsNow())
      return `${text}.${sign('wait', text + networksOf(ip).narrow)}`
    },
    endWait(ip, text) {
      const found = parse('wait', text, networksOf(ip).narrow)
      if (!found || used.has(found.id)) return false
      const waited = secondsNow() - found.seconds
      if (waited < shortestWaitSeconds || waited > longestWaitSeconds) return false
      used.set(found.id, true)
      return true
    },
    give(request, reply) {
      const text = newText(secondsNow() + passDays * secondsPerDay)
      reply.setCookie(passCookie, `${text}.${sign('pass', text)}`, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: request.protocol === 'https' || config.siteUrl?.protocol === 'https:',
        maxAge: passDays * secondsPerDay,
      })
    },
  }
}
