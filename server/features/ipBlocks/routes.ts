import { type Route, route } from '../../core/api/route.ts'
import type { IpBlocks } from '../../platform/http/ipBlocks.ts'
import { cancelAllIpBlocks, cancelIpBlock } from './cancel.ts'
import { createIpBlock } from './create.ts'
import { getIpBlock, listIpBlocks, parseIpBlockId } from './queries.ts'

/** Answers once this process applies the change; the others follow within moments. */
async function inEffect<T>(ipBlocks: IpBlocks, changed: Promise<T>): Promise<T> {
  const answer = await changed
  await ipBlocks.refresh()
  return answer
}

export const ipBlockRoutes: readonly Route[] = [
  route('listIpBlocks', ({ db, query }) => listIpBlocks(db, query)),
  route('createIpBlock', ({ db, ipBlocks, viewer, ip, body }) =>
    inEffect(ipBlocks, createIpBlock(db, { id: viewer.id, ip }, body)),
  ),
  route('cancelAllIpBlocks', ({ db, ipBlocks, viewer }) => inEffect(ipBlocks, cancelAllIpBlocks(db, viewer))),
  route('getIpBlock', async ({ db, params }) => getIpBlock(db, parseIpBlockId(params.blockId))),
  route('cancelIpBlock', async ({ db, ipBlocks, viewer, params }) =>
    inEffect(ipBlocks, cancelIpBlock(db, viewer, parseIpBlockId(params.blockId))),
  ),
]
