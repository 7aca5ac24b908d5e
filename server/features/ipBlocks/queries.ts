import { sql } from 'kysely'
import { endpoints } from '../../../contract/endpoints/index.ts'
import type { IpBlock, IpBlockPage } from '../../../contract/entities/ipBlock.ts'
import { errors } from '../../../contract/errors.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseKeysAndId } from '../../platform/http/cursor.ts'
import { parseInteger } from '../../platform/http/parameters.ts'
import { Refused } from '../../platform/http/refused.ts'
import { ipBlockColumns, ipBlockView } from './serialize.ts'

const largestId = 2 ** 31 - 1

/** @throws Refused with `invalid-block-id`. */
export function parseIpBlockId(text: string): number {
  const id = Number(text)
  if (!/^\d{1,10}$/.test(text) || id > largestId) throw new Refused(errors.invalidIpBlockId)
  return id
}

/** @throws Refused with `block-not-found`. */
export async function getIpBlock(db: Db, id: number): Promise<IpBlock> {
  const row = await db
    .selectFrom('ip_blocks')
    .where('ip_blocks.id', '=', id)
    .select(ipBlockColumns)
    .executeTakeFirst()
  if (!row) throw new Refused(errors.ipBlockNotFound)
  return ipBlockView(row)
}

/**
 * A page of blocks, those in effect first, then the newest. All pages show the state at the time of the first one, so
 * that a block that ends meanwhile is listed once.
 *
 * @param query unparsed parameters of the URL.
 * @throws Refused with `invalid-limit` or `invalid-next-value`.
 */
export async function listIpBlocks(
  db: Db,
  query: { next?: string | undefined; limit?: string | undefined } = {},
): Promise<IpBlockPage> {
  const size = parseInteger(endpoints.listIpBlocks.query.properties.limit, query.limit)
  const from = parseCursor(query.next)
  const at = from ? sql<Date>`moment_of(${from.moment}::bigint)` : sql<Date>`statement_timestamp()`
  const wasInEffect = sql<boolean>`((cancelled_at is null or cancelled_at > ${at}) and (expires_at is null or expires_at > ${at}))`
  const rows = await db
    .selectFrom('ip_blocks')
    .select(ipBlockColumns)
    .select([wasInEffect.as('wasInEffect'), sql<string>`microseconds_of(${at})::text`.as('moment')])
    .$if(from !== null, (page) =>
      page.where(
        sql<boolean>`(${wasInEffect}, ip_blocks.id) <= (${from?.wasInEffect ?? false}::boolean, ${from?.id ?? 0}::integer)`,
      ),
    )
    .orderBy(wasInEffect, 'desc')
    .orderBy('ip_blocks.id', 'desc')
    .limit(sql.lit(size + 1))
    .execute()
  const following = rows[size]
  return {
    blocks: rows.slice(0, size).map(ipBlockView),
    next: following ? cursorOf(following) : null,
  }
}

interface Cursor {
  /** The time of the request for the first page, in microseconds since 1970. */
  readonly moment: string
  readonly wasInEffect: boolean
  readonly id: number
}

const cursorOf = ({ moment, wasInEffect, id }: Cursor): string =>
  Buffer.from(`${moment}.${Number(wasInEffect)}.${id}`).toString('hex')

function parseCursor(text: string | undefined): Cursor | null {
  if (text === undefined || text === '' || text === 'null') return null
  const plain = /^[0-9a-f]{1,100}$/.test(text) ? Buffer.from(text, 'hex').toString('latin1') : ''
  const { keys: [moment = '', flag = ''] = [], id } = parseKeysAndId(plain, 2, 'invalidIpBlockCursor') ?? {}
  if (moment.startsWith('-') || !/^[01]$/.test(flag) || Number(id) > largestId)
    throw new Refused(errors.invalidIpBlockCursor)
  return { moment, wasInEffect: flag === '1', id: Number(id) }
}
