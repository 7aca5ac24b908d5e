import { Type } from 'typebox'
import { IpBlock, IpBlockPage } from '../entities/ipBlock.ts'
import { text } from '../entities/schema.ts'
import {
  ipBlockHoursMax,
  ipBlockHoursMin,
  ipBlockNoteMaxLength,
  ipBlockPrefixMin,
  ipBlocksPerPage,
  ipBlocksPerPageMax,
} from '../limitValues.ts'
import { endpoint } from './endpoint.ts'
import { cutAt, integer, next, optional } from './parameters.ts'

const byId = Type.Object({ blockId: text('The number of the block.') })

export const ipBlockEndpoints = {
  listIpBlocks: endpoint({
    method: 'GET',
    path: '/api/ipblocks',
    summary: 'Lists the IP addresses that are or were blocked.',
    who: 'admin',
    query: optional({
      next,
      limit: integer({
        description: 'How many blocks a page has at most.',
        default: ipBlocksPerPage,
        minimum: 1,
        maximum: ipBlocksPerPageMax,
        form: '^[0-9]+$',
        refusal: 'invalidIpBlockLimit',
      }),
    }),
    response: IpBlockPage,
    errors: ['invalidIpBlockLimit', 'invalidIpBlockCursor'],
  }),
  createIpBlock: endpoint({
    method: 'POST',
    path: '/api/ipblocks',
    summary: 'Blocks an IP address or a range of addresses.',
    who: 'admin',
    takesIdempotencyKey: true,
    body: Type.Object({
      address: Type.String({
        maxLength: 100,
        refusal: 'badIp',
        description: `An address, a range such as \`10.0.0.0/16\` with a prefix of at least ${ipBlockPrefixMin} bits, or a range with wildcards at its end such as \`10.0.*.*\`. A connection of IPv6 has a range, mostly a \`/64\`: one address of it stops nobody.`,
      }),
      expiresIn: Type.Number({
        default: 0,
        maximum: ipBlockHoursMax,
        description: `Duration in hours; ${ipBlockHoursMin} or less blocks permanently.`,
        refusal: 'invalidExpiresIn',
      }),
      note: Type.String({
        default: '',
        mayBeEmpty: true,
        description: `A note for the other admins. ${cutAt(ipBlockNoteMaxLength)}`,
      }),
    }),
    response: IpBlock,
    errors: ['badIp', 'invalidWildcard', 'subnetTooLarge', 'invalidExpiresIn', 'ownIp', 'ipBlockDuplicate'],
  }),
  cancelAllIpBlocks: endpoint({
    method: 'DELETE',
    path: '/api/ipblocks',
    summary: 'Ends all blocks; returns the first page of them.',
    who: 'admin',
    response: IpBlockPage,
    errors: [],
  }),
  getIpBlock: endpoint({
    method: 'GET',
    path: '/api/ipblocks/:blockId',
    summary: 'Returns one block.',
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
