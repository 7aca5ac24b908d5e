import type { IpBlocks } from '../http/ipBlocks.ts'
import { type Route, route } from '../http/route.ts'
import { cancelAllIpBlocks, cancelIpBlock } from './cancel.ts'
import { createIpBlock } from './create.ts'
import { getIpBlock, listIpBlocks, readIpBlockId } from './read.ts'

/** The answer, once this process itself goes by what was changed; the others follow within moments. */
async function inEffect<T>(ipBlocks: IpBlocks, changed: Promise<T>): Promise<T> {
  const answer = await changed
  await ipBlocks.catchUp()
  return answer
}

export const ipBlockRoutes: readonly Route[] = [
  route('listIpBlocks', ({ db, query }) => listIpBlocks(db, query)),
  route('createIpBlock', ({ db, ipBlocks, viewer, ip, body }) =>
    inEffect(ipBlocks, createIpBlock(db, { id: viewer.id, ip }, body)),
  ),
  route('cancelAllIpBlocks', ({ db, ipBlocks, viewer }) => inEffect(ipBlocks, cancelAllIpBlocks(db, viewer))),
  route('getIpBlock', async ({ db, params }) => getIpBlock(db, readIpBlockId(params.blockId))),
  route('cancelIpBlock', async ({ db, ipBlocks, viewer, params }) =>
    inEffect(ipBlocks, cancelIpBlock(db, viewer, readIpBlockId(params.blockId))),
  ),
]
