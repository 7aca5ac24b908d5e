import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { IpBlock } from '../../contract/entities/ipBlock.ts'
import { type Forum, type Member, startForum } from './forum.ts'

export let forum: Forum
export let admin: Member

/** Starts a forum with an admin, without blocks at the start of each test. */
export function startBlocking(): void {
  beforeAll(async () => {
    forum = await startForum({ TRUST_PROXY: 'loopback', SITE_NAME: 'Birds & <Bees>' })
    admin = await forum.member('the_admin', { isAdmin: true })
  })
  afterAll(() => forum.close())
  beforeEach(async () => {
    await admin.delete('/api/ipblocks')
  })
}

export const block = async (address: string, more: object = {}) =>
  (await admin.post('/api/ipblocks', { address, expiresIn: 0, note: '', ...more })).json<IpBlock>()

/** A request that a proxy on this machine passes on. */
export const from = (ip: string, url = '/api/_initial') =>
  forum.app.inject({ url, headers: { 'x-forwarded-for': ip } })
export const isShutOut = async (ip: string) => (await from(ip)).statusCode === 403
