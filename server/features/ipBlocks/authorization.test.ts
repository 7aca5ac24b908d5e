import { ipBlockEndpoints } from '../../../contract/endpoints/ipBlocks.ts'
import { type Call, describeAuthorization } from '../../../tests/support/authorization.ts'
import type { Scene } from '../../../tests/support/scene.ts'

const table = `
                       guest  banned  member  author  elsewhere  moderator  admin
  listIpBlocks           401     403     403     403        403        403    200
  createIpBlock          401     403     403     403        403        403    200
  cancelAllIpBlocks      401     403     403     403        403        403    200
  getIpBlock             401     403     403     403        403        403    200
  cancelIpBlock          401     403     403     403        403        403    200
`

let made = 0
const newBlock = async ({ admin }: Scene): Promise<string> => {
  made += 1
  return (await admin.post('/api/ipblocks', { address: `203.0.113.${made}` })).json().id
}

const calls: Record<string, Call> = {
  listIpBlocks: (who) => who.get('/api/ipblocks'),
  createIpBlock: (who) => who.post('/api/ipblocks', { address: '198.51.100.1' }),
  cancelAllIpBlocks: (who) => who.delete('/api/ipblocks'),
  getIpBlock: async (who, scene) => who.get(`/api/ipblocks/${await newBlock(scene)}`),
  cancelIpBlock: async (who, scene) => who.delete(`/api/ipblocks/${await newBlock(scene)}`),
}

describeAuthorization({ endpoints: ipBlockEndpoints, table, calls })
