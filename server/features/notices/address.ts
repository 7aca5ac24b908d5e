import { canonicalId, storedId } from '../../../contract/ids.ts'
import { noticeAddressMaxLength } from '../../../contract/limitValues.ts'
import { reservedCommunityNames } from '../../../contract/reservedNames.ts'
import type { NoticeSubject } from '../../../contract/words.ts'

/** What an address of this site leads to, if it exists. `path` is its usual form. */
export interface Address {
  readonly subject: NoticeSubject
  readonly path: string
  /** Lower-case name, public id of a post, or stored id of a comment or message. */
  readonly key: string
  /** The public id of the post of a comment, or the id of the conversation of a message; null for others. */
  readonly parent: string | null
}

/** Longer ones are of no page of this site. */
const givenMaxLength = 2000

const patterns: readonly {
  readonly form: RegExp
  readonly addressOf: (parts: readonly string[]) => Address | null
}[] = [
  {
    form: /^\/(\w{1,21})\/post\/(\w{8})\/([0-9]{1,24})\/?$/,
    addressOf: ([, community, post = '', comment = '']) => ({
      subject: 'comment',
      path: `/${community}/post/${post}/${canonicalId('comment', comment)}`,
      key: storedId('comment', comment),
      parent: post,
    }),
  },
  {
    form: /^\/(\w{1,21})\/post\/(\w{8})\/?$/,
    addressOf: ([, community, post = '']) => ({
      subject: 'post',
      path: `/${community}/post/${post}`,
      key: post,
      parent: null,
    }),
  },
  {
    form: /^\/@(\w{1,21})(?:\/.*)?$/,
    addressOf: ([, name = '']) => ({
      subject: 'user',
      path: `/@${name}`,
      key: name.toLowerCase(),
      parent: null,
    }),
  },
  {
    form: /^\/(\w{1,21})\/?$/,
    addressOf: ([, name = '']) =>
      reservedCommunityNames.has(name.toLowerCase())
        ? null
        : { subject: 'community', path: `/${name}`, key: name.toLowerCase(), parent: null },
  },
]

/**
 * Parses the address of a page of this site.
 *
 * @param text a URL or a path; untrusted.
 * @param hosts of this site, each perhaps with a port; with none, every host counts as this site.
 * @returns null if it is not an address of a post, comment, profile, community or message.
 */
export function parseAddress(text: string, hosts: readonly string[]): Address | null {
  const given = text.trim()
  const here = 'http://here.invalid'
  if (given.length > givenMaxLength || !URL.canParse(given, here)) return null
  const url = new URL(given, here)
  if (!['http:', 'https:'].includes(url.protocol)) return null
  if (url.origin !== here && hosts.length > 0 && !hosts.includes(url.host)) return null
  if (/^\/(\w{1,21}\/modtools\/)?modmail\/?$/.test(url.pathname)) return messageAddress(url)
  for (const { form, addressOf } of patterns) {
    const parts = form.exec(url.pathname)
    const address = parts && addressOf(parts)
    if (address) return address.path.length <= noticeAddressMaxLength ? address : null
  }
  return null
}

function messageAddress({ searchParams, hash }: URL): Address | null {
  const conversation = searchParams.get('conversation') ?? ''
  const [, message] = /^#message-([0-9]{1,18})$/.exec(hash) ?? []
  return message !== undefined && /^[0-9]{1,18}$/.test(conversation)
    ? {
        subject: 'message',
        path: `/modmail?conversation=${conversation}#message-${message}`,
        key: message,
        parent: conversation,
      }
    : null
}
