import { ipBlockEndpoints } from '../../../contract/endpoints/ipBlocks.ts'
import { describeRefusals, type Provocations } from '../../../tests/support/refusals.ts'
import type { Scene } from '../../../tests/support/scene.ts'

const block =
  (body: object) =>
  ({ admin }: Scene) =>
    admin.post('/api/ipblocks', { address: '203.0.113.7', ...body })

const provocations: Provocations<typeof ipBlockEndpoints> = {
  listIpBlocks: {
    invalidIpBlockLimit: ({ admin }) => admin.get('/api/ipblocks?limit=none'),
    invalidIpBlockCursor: ({ admin }) => admin.get('/api/ipblocks?next=none'),
  },
  createIpBlock: {
    badIp: block({ address: '203.0.113' }),
    invalidWildcard: block({ address: '203.*.113.7' }),
    subnetTooLarge: block({ address: '203.0.113.7/7' }),
    invalidExpiresIn: block({ expiresIn: 'soon' }),
    ownIp: block({ address: '127.0.0.0/8' }),
    ipBlockDuplicate: async (scene) => {
      await block({})(scene)
      return block({})(scene)
    },
  },
  cancelAllIpBlocks: {},
  getIpBlock: {
    invalidIpBlockId: ({ admin }) => admin.get('/api/ipblocks/first'),
    ipBlockNotFound: ({ admin }) => admin.get('/api/ipblocks/1000000'),
  },
  cancelIpBlock: {
    invalidIpBlockId: ({ admin }) => admin.delete('/api/ipblocks/99999999999'),
    ipBlockNotFound: ({ admin }) => admin.delete('/api/ipblocks/1000000'),
    ipBlockNotInEffect: async (scene) => {
      const { id } = (await block({ address: '203.0.113.8' })(scene)).json()
      await scene.admin.delete(`/api/ipblocks/${id}`)
      return scene.admin.delete(`/api/ipblocks/${id}`)
    },
  },
}

describeRefusals(ipBlockEndpoints, provocations)
