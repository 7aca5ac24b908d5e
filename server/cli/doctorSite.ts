import { lookup } from 'node:dns/promises'
import { createServer } from 'node:net'
import type { Config } from '../config.ts'
import { errorCode, errorMessage } from '../platform/errors.ts'
import { answerMs, fault, ok, type Result, warning } from './doctorResult.ts'

/*
 * What the doctor checks of the way from a visitor to the server: port, public URL, proxy.
 */

const messageOf = (error: unknown): string =>
  errorMessage(error) || errorCode(error) || 'It failed without giving a reason.'

export async function checkPort({ host, port }: Config): Promise<Result> {
  if (port === 0) return ok('any free one (PORT=0)')
  const problem = await tryToListen(host, port)
  if (problem === null) return ok(`${port} is free; the server is not running`)
  if (problem === 'EADDRINUSE')
    return (await isForum(localUrl({ host, port })))
      ? ok(`${port} is in use by a forum that answers`)
      : fault(
          `${port} is in use by another program`,
          'Stop that program (ss -ltnp shows it), or choose another port with PORT.',
        )
  if (problem === 'EACCES')
    return fault(
      `this account may not use port ${port}`,
      'Choose a port above 1023 with PORT, behind a proxy.',
    )
  return fault(
    `the server cannot listen at ${host}:${port} (${problem})`,
    'Set HOST to an address of this machine: 127.0.0.1 behind a proxy, 0.0.0.0 in a container.',
  )
}

/** @returns null when it is possible, otherwise the code of the error. */
const tryToListen = (host: string, port: number): Promise<string | null> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ host, port }, () => server.close(() => resolve(null)))
  })

function localUrl({ host, port }: Pick<Config, 'host' | 'port'>): URL {
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  return new URL(`http://${name.includes(':') ? `[${name}]` : name}:${port}/`)
}

/** Whether the server of this configuration runs on this machine. */
export async function isServerRunning(config: Pick<Config, 'host' | 'port'>): Promise<boolean> {
  return config.port !== 0 && (await isForum(localUrl(config)))
}

async function isForum(url: URL): Promise<boolean> {
  try {
    return (await askHealth(url)) === null
  } catch {
    return false
  }
}

/** What answers at an address in place of the forum. */
interface WrongAnswer {
  readonly text: string
  /** What to do, if that is known. */
  readonly fix?: string
}

/** @param to where a request for `url` is redirected. */
function redirectAnswer(url: URL, to: URL): WrongAnswer {
  if (to.origin === url.origin)
    return {
      text: 'a redirect to itself',
      fix: 'Have the proxy pass requests on to the forum instead of redirecting them. If there is another proxy or a CDN in front, it has to use https, too.',
    }
  const isSecured = url.protocol === 'http:' && to.protocol === 'https:' && to.hostname === url.hostname
  return {
    text: `a redirect to ${to.origin}`,
    fix: `Set SITE_URL=${to.origin}${isSecured ? '' : `, or have the proxy pass requests for ${url.hostname} on to the forum.`}`,
  }
}

/** @returns null for the answer of a forum, otherwise what is wrong with it. @throws the error of `fetch`. */
async function askHealth(url: URL): Promise<WrongAnswer | null> {
  const answer = await fetch(new URL('/healthz', url), {
    redirect: 'manual',
    signal: AbortSignal.timeout(answerMs),
  })
  const text = (await answer.text()).slice(0, 100)
  const location = answer.headers.get('location')
  if (answer.status >= 300 && answer.status < 400 && location !== null && URL.canParse(location, url))
    return redirectAnswer(url, new URL(location, url))
  if (answer.status !== 200) return { text: `status ${answer.status}` }
  return text === 'ok\n' && answer.headers.has('x-request-id')
    ? null
    : { text: 'the answer of another program' }
}

export async function checkSiteUrl(config: Config): Promise<Result> {
  const { siteUrl } = config
  if (!siteUrl) return warning('not set', 'Set it to the public address of the site.')
  const name = siteUrl.hostname.replace(/^\[|\]$/g, '')
  const addresses = await lookup(name, { all: true }).catch(() => [])
  if (addresses.length === 0)
    return fault(`${name} has no address`, 'Add an A or AAAA record for it in the DNS of the domain.')
  const leadsTo = `${name} is ${addresses.map(({ address }) => address).join(', ')}`
  const isRunning = await isServerRunning(config)
  try {
    const wrong = await askHealth(siteUrl)
    if (wrong === null) return ok(`${leadsTo}, and the forum answers there`)
    if (wrong.fix !== undefined) return fault(`${siteUrl.origin} answers with ${wrong.text}`, wrong.fix)
    return isRunning
      ? fault(
          `${leadsTo}, but ${siteUrl.origin}/healthz has ${wrong.text}`,
          `Have the proxy pass all paths on to port ${config.port}.`,
        )
      : warning(
          `${leadsTo}; the server is not running here (${wrong.text})`,
          'Start the server and check again.',
        )
  } catch (error) {
    const why = messageOf((error instanceof Error && error.cause) || error)
    return isRunning
      ? fault(
          `${leadsTo}, but ${siteUrl.origin} does not answer (${why})`,
          'Check the proxy, its certificate, and that the firewall lets ports 80 and 443 through.',
        )
      : warning(`${leadsTo}; the server is not running here (${why})`, 'Start the server and check again.')
  }
}

const isOfThisMachine = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')

export async function checkProxy({ siteUrl, trustProxy }: Config): Promise<Result> {
  if (siteUrl?.protocol === 'https:' && !trustProxy)
    return fault(
      'SITE_URL is https, which a proxy answers, but TRUST_PROXY is off: all visitors seem to come from the proxy',
      'Set TRUST_PROXY=loopback for a proxy on this machine, otherwise its address.',
    )
  if (trustProxy && !siteUrl)
    return warning('TRUST_PROXY without SITE_URL: visitors can choose the host name', 'Set SITE_URL, too.')
  const seen = siteUrl && (await askClient(siteUrl))
  if (seen?.isForwarded && !seen.isTrusted)
    return fault(
      `all visitors seem to come from ${seen.address}: a proxy there names them, but TRUST_PROXY does not name the proxy`,
      `Set TRUST_PROXY=${trustProxy ? `${trustProxy.join(',')},` : ''}${seen.address}, if that is your proxy.`,
    )
  if (siteUrl?.protocol === 'https:' && seen && !seen.isForwarded)
    return fault(
      `all visitors seem to come from ${seen.address}: the proxy does not name them`,
      'Let the proxy send X-Forwarded-For, X-Forwarded-Proto and Host: docs/install.md, "What a proxy must do".',
    )
  if (siteUrl?.protocol === 'http:' && !isOfThisMachine(siteUrl))
    return warning(
      `${siteUrl.origin} is not encrypted, so passwords can be read in transit`,
      'Put a proxy with a certificate in front, and set SITE_URL to https://.',
    )
  const trusted = trustProxy ? `trusted: ${trustProxy.join(', ')}` : 'none is trusted'
  return ok(seen ? `${trusted}; this machine comes as ${seen.address}` : trusted)
}

/** How the server sees a client that comes through the public URL; null if it does not answer there. */
async function askClient(
  siteUrl: URL,
): Promise<{ address: string; isForwarded: boolean; isTrusted: boolean } | null> {
  try {
    const answer = await fetch(new URL('/clientz', siteUrl), {
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
    })
    const found: unknown = answer.status === 200 ? await answer.json() : null
    if (typeof found !== 'object' || found === null) return null
    const [address, isForwarded, isTrusted] = ['address', 'isForwarded', 'isTrusted'].map((name) =>
      Reflect.get(found, name),
    )
    return typeof address === 'string'
      ? { address, isForwarded: !!isForwarded, isTrusted: !!isTrusted }
      : null
  } catch {
    return null
  }
}
