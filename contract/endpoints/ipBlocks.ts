import { Type } from 'typebox'
import { IpBlock, IpBlockPage } from '../entities/ipBlock.ts'
import { ipBlockHoursMax } from '../limitValues.ts'
import { endpoint } from './endpoint.ts'

const byId = Type.Object({ blockId: Type.String() })

export const ipBlockEndpoints = {
  listIpBlocks: endpoint({
    method: 'GET',
    path: '/api/ipblocks',
    summary: 'Addresses that are or were shut out.',
    who: 'admin',
    query: Type.Object({ next: Type.Optional(Type.String()), limit: Type.Optional(Type.String()) }),
    response: IpBlockPage,
    errors: ['invalidIpBlockLimit', 'invalidIpBlockCursor'],
  }),
  createIpBlock: endpoint({
    method: 'POST',
    path: '/api/ipblocks',
    summary: 'Shuts out an address, a range (10.0.0.0/16), or what its wildcards (10.0.*.*) stand for.',
    who: 'admin',
    body: Type.Object({
      address: Type.String({ maxLength: 100, refusal: 'badIp' }),
      expiresIn: Type.Number({
        default: 0,
        maximum: ipBlockHoursMax,
        description: 'Hours; 0.0001 and less for ever.',
        refusal: 'invalidExpiresIn',
      }),
      note: Type.String({ default: '' }),
    }),
    response: IpBlock,
    errors: ['badIp', 'invalidWildcard', 'subnetTooLarge', 'invalidExpiresIn', 'ownIp', 'ipBlockDuplicate'],
  }),
  cancelAllIpBlocks: endpoint({
    method: 'DELETE',
    path: '/api/ipblocks',
    summary: 'Ends all blocks; answers with the first page of them.',
    who: 'admin',
    response: IpBlockPage,
    errors: [],
  }),
  getIpBlock: endpoint({
    method: 'GET',
    path: '/api/ipblocks/:blockId',
    summary: 'One block.',
    who: 'admin',
    params: byId,
    response: IpBlock,
    errors: ['invalidIpBlockId', 'ipBlockNotFound'],
  }),
  cancelIpBlock: endpoint({
    method: 'DELETE',
    path: '/api/ipblocks/:blockId',
    summary: 'Ends a block.',
    who: 'admin',
    params: byId,
    response: IpBlock,
    errors: ['invalidIpBlockId', 'ipBlockNotFound', 'ipBlockNotInEffect'],
  }),
}
