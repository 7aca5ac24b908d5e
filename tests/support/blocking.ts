import { afterAll, beforeEach } from 'vitest'
import type { IpBlock } from '../../contract/entities/ipBlock.ts'
import { startForum } from './forum.ts'

/** Starts a forum with an admin, without blocks at the start of each test. */
export async function startBlocking() {
  const forum = await startForum({ TRUST_PROXY: 'loopback', SITE_NAME: 'Birds & <Bees>' })
  const admin = await forum.member('the_admin', { isAdmin: true })
  afterAll(() => forum.close())
  beforeEach(async () => {
    await admin.delete('/api/ipblocks')
  })

  const block = async (address: string, more: object = {}) =>
    (await admin.post('/api/ipblocks', { address, expiresIn: 0, note: '', ...more })).json<IpBlock>()
  /** A request that a proxy on this machine passes on. */
  const from = (ip: string, url = '/api/_initial') =>
    forum.app.inject({ url, headers: { 'x-forwarded-for': ip } })
  const isShutOut = async (ip: string) => (await from(ip)).statusCode === 403
  return { forum, admin, block, from, isShutOut }
}
