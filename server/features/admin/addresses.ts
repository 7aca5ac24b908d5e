import { isIP } from 'node:net'
import { type RawBuilder, sql } from 'kysely'
import { addressBits } from '../../core/ipBlocks/network.ts'

/**
 * A condition on the columns of `users`: whether they signed up or were last seen at an IP address or in a range of them.
 *
 * @returns null for a text that is neither.
 */
export function isSeenFrom(text: string): RawBuilder<boolean> | null {
  const ranges = spellingsOf(text)
  if (ranges.length === 0) return null
  return sql<boolean>`(${sql.join(
    ['created_ip', 'last_seen_ip'].flatMap((column) =>
      // As a range condition, which the index supports.
      ranges.map(
        ({ range, bits }) => sql`${sql.ref(column)} between network(${range}::inet)
          and set_masklen(broadcast(${range}::inet), ${sql.lit(bits)})`,
      ),
    ),
    sql` or `,
  )})`
}

/**
 * The stored notations of an IP address or range: IPv4 addresses may be stored as IPv6, because dual-stack sockets
 * report them so. Empty for any other text, including IPv6 zones, which PostgreSQL does not know.
 */
function spellingsOf(text: string): { range: string; bits: number }[] {
  const [address = '', length, ...more] = text.split('/')
  const version = address.includes('%') ? 0 : isIP(address)
  if (version === 0 || more.length > 0) return []
  const bits = addressBits[version === 4 ? 4 : 6]
  if (length !== undefined && (!/^\d{1,3}$/.test(length) || Number(length) > bits)) return []
  const spelled = { range: text, bits }
  if (version === 6) return [spelled]
  return [spelled, { range: `::ffff:${address}/${Number(length ?? bits) + 96}`, bits: addressBits[6] }]
}
