import { isIP } from 'node:net'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OutputOf } from '../../contract/endpoints/index.ts'
import { limits } from '../../contract/limits.ts'
import type { Db } from '../database/connection.ts'
import { readNumberCursor } from '../http/cursor.ts'
import type { Viewer } from '../http/viewer.ts'
import { addressBits } from '../ipblocks/network.ts'
import { accounts } from '../users/read.ts'
import { userView } from '../users/view.ts'

/**
 * A page of all accounts, the newest first, deleted and built-in ones too.
 *
 * @param query as it stands in the address; `q` is a part of a name or of an e-mail address, an IP address, or a range
 *   such as `192.0.2.0/24`, from which they came when they signed up or were last seen.
 * @returns `next`: the id of the first account of the next page, or null.
 * @throws Refused with `invalid_cursor`.
 */
export async function listUsers(
  db: Db,
  viewer: Viewer,
  query: { next?: string; q?: string },
): Promise<OutputOf<'listUsers'>> {
  const next = readNumberCursor(query.next)
  const wanted = (query.q ?? '').trim()
  const rows = await accounts(db)
    .$if(next !== null, (q) => q.where('author.id', '<=', next))
    .$if(wanted !== '', (q) => q.where(isFoundBy(wanted)))
    .orderBy('author.id', 'desc')
    .limit(limits.adminTableRows + 1)
    .execute()
  return {
    users: rows.slice(0, limits.adminTableRows).map((row) => userView(row, viewer)),
    next: rows[limits.adminTableRows]?.id ?? null,
  }
}

function isFoundBy(text: string): RawBuilder<SqlBool> {
  const ranges = spellingsOf(text)
  if (ranges.length > 0)
    return sql`(author.created_ip <<= any(${ranges}::inet[]) or author.last_seen_ip <<= any(${ranges}::inet[]))`
  const part = text.toLowerCase().replace(/^@/, '')
  return sql`(position(${part} in author.username_key) > 0 or position(${part} in lower(author.email)) > 0)`
}

/**
 * How an IP address, or a range in the usual notation, may have been noted: those of IPv4 also in their IPv6 spelling,
 * in which a socket for both versions gives them. Empty for any other text; IPv6 zones are none that PostgreSQL knows.
 */
function spellingsOf(text: string): string[] {
  const [address = '', bits, ...more] = text.split('/')
  const version = address.includes('%') ? 0 : isIP(address)
  if (version === 0 || more.length > 0) return []
  const most = addressBits[version === 4 ? 4 : 6]
  if (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > most)) return []
  return version === 4 ? [text, `::ffff:${address}/${Number(bits ?? most) + 96}`] : [text]
}
