import type { Endpoint } from '../../../contract/endpoints/endpoint.ts'
import type { Bucket } from '../../../contract/rateLimits.ts'

const who = { member: 'Needs a login.', admin: 'Needs the login of an admin.' }

/** Who may use a call, what it needs of them, and how often: sentences for its description. */
export function conditionsOf(
  call: Pick<Endpoint, 'who' | 'openInPrivateForum' | 'needsConfirmedEmail' | 'needsAgreement'>,
  limit: readonly Bucket[] | undefined,
): string[] {
  return [
    call.who === 'all' ? forAll(call.openInPrivateForum === true) : who[call.who],
    ...(call.needsConfirmedEmail ? ['Needs a confirmed email address where the site wants one.'] : []),
    ...(call.needsAgreement ? ['Needs accepted terms and a declared age where the site asks for them.'] : []),
    ...(limit ? [inWords(limit)] : []),
  ]
}

const forAll = (isOpenInPrivateForum: boolean): string =>
  isOpenInPrivateForum ? 'Needs no login.' : 'Needs no login, except in a private forum.'

/** The first sentence of a text, and the rest. */
export function firstSentence(text: string): [first: string, ...rest: string[]] {
  const end = /\. (?=[A-Z`0-9])/.exec(text)
  return end ? [text.slice(0, end.index + 1), text.slice(end.index + 2)] : [text]
}

/** Rate limits as a sentence. If all buckets count the same unit, it is written once, at the end. */
function inWords(buckets: readonly Bucket[]): string {
  const by = {
    member: 'each member',
    ip: 'each address',
    'ip+username': 'each address and name',
    username: 'each name',
  }
  const parts = buckets.map((bucket) => ({
    often: `${bucket.calls.toLocaleString('en')} in ${duration(bucket.seconds)}`,
    whose: by[bucket.by ?? 'member'],
  }))
  const counted = new Set(parts.map(({ whose }) => whose))
  if (counted.size === 1)
    return `At most ${parts.map(({ often }) => often).join(' and ')}, ${[...counted][0]}.`
  return `At most ${parts.map(({ often, whose }) => `${often} ${whose}`).join(', and ')}.`
}

function duration(seconds: number): string {
  if (seconds % 3600 === 0) return seconds === 3600 ? 'an hour' : `${seconds / 3600} hours`
  if (seconds % 60 === 0) return seconds === 60 ? 'a minute' : `${seconds / 60} minutes`
  return seconds === 1 ? 'a second' : `${seconds} seconds`
}
