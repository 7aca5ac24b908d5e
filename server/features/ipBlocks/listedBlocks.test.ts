import { describe, expect, it } from 'vitest'
import type { IpBlock, IpBlockPage } from '../../../contract/entities/ipBlock.ts'
import { errors } from '../../../contract/errors.ts'
import { startBlocking } from '../../../tests/support/blocking.ts'
import { stored } from '../../../tests/support/wireIds.ts'

const { admin, block, forum, isShutOut } = await startBlocking()

describe('a block', () => {
  it('[ACC-4-014] holds until it expires', async () => {
    const made = await block('203.0.113.7', { expiresIn: 0.0002 })
    expect(await isShutOut('203.0.113.7')).toBe(true)
    await expect.poll(() => isShutOut('203.0.113.7')).toBe(false)
    expect((await admin.get(`/api/ipblocks/${made.id}`)).json()).toMatchObject({
      inEffect: false,
      cancelledAt: null,
    })
  })

  it('[ACC-4-014] [ACC-4-015] [ACC-7-059] holds until it is cancelled, which returns the result', async () => {
    const made = await block('203.0.113.7')
    const cancelled = (await admin.delete(`/api/ipblocks/${made.id}`)).json()
    expect(cancelled).toEqual({ ...made, inEffect: false, cancelledAt: expect.stringMatching(/Z$/) })
    expect(await isShutOut('203.0.113.7')).toBe(false)
    expect((await admin.get(`/api/ipblocks/${made.id}`)).json()).toEqual(cancelled)
    expect((await admin.delete(`/api/ipblocks/${made.id}`)).json()).toEqual(errors.ipBlockNotInEffect)
  })

  it('can be ended together with all others', async () => {
    await block('203.0.113.7')
    await block('198.51.100.0/24')
    const { blocks } = (await admin.delete('/api/ipblocks')).json<IpBlockPage>()
    expect(blocks.every(({ inEffect }) => !inEffect)).toBe(true)
    expect(blocks.slice(0, 2).map(({ cancelledAt }) => cancelledAt)).not.toContain(null)
    expect(await isShutOut('203.0.113.7')).toBe(false)
    expect(await isShutOut('198.51.100.1')).toBe(false)
  })

  it('is recorded with who made and who cancelled it, for admins only', async () => {
    const made = await block('203.0.113.0/24', { note: 'Spam.', expiresIn: 2 })
    await admin.delete(`/api/ipblocks/${made.id}`)
    await admin.delete(`/api/ipblocks/${made.id}`)
    await admin.post('/api/ipblocks', { address: 'here' })
    const entries = await forum.db
      .selectFrom('moderation_log')
      .select(['action', 'actor_id', 'reason', 'details', 'is_public'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(entries.toReversed()).toEqual([
      {
        action: 'block_ip',
        actor_id: stored(admin.id),
        reason: 'Spam.',
        details: {
          address: '203.0.113.0/24',
          expiresAt: expect.stringContaining(made.expiresAt?.slice(0, -1) ?? ''),
        },
        is_public: false,
      },
      {
        action: 'cancel_ip_block',
        actor_id: stored(admin.id),
        reason: null,
        details: { address: '203.0.113.0/24' },
        is_public: false,
      },
    ])
  })
})

describe('the list of blocks', () => {
  const page = async (query = '') => (await admin.get(`/api/ipblocks${query}`)).json<IpBlockPage>()

  it('[ACC-7-057] has those in effect first, then the newest, page by page, and comes to its end', async () => {
    const made: number[] = []
    for (let number = 0; number < 12; number += 1) made.push((await block(`203.0.113.${number}`)).id)
    const ended = made.filter((_, index) => index % 3 === 0)
    for (const id of ended) await admin.delete(`/api/ipblocks/${id}`)
    const inEffect = made.filter((id) => !ended.includes(id))
    const { count } = await forum.db
      .selectFrom('ip_blocks')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()

    const read: IpBlock[] = []
    let { blocks, next } = await page('?limit=5')
    read.push(...blocks)
    // One that ends between two pages is listed once, and a new one shifts nothing.
    await admin.delete(`/api/ipblocks/${inEffect[0]}`)
    await block('198.51.100.1')
    while (next) {
      expect(next).toMatch(/^[0-9a-f]+$/)
      ;({ blocks, next } = await page(`?limit=5&next=${next}`))
      expect(blocks.length).toBeGreaterThan(0)
      read.push(...blocks)
    }
    const ids = read.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(Number(count))
    expect(ids.slice(0, 8)).toEqual(inEffect.toReversed())
    expect(ids.slice(8, 12)).toEqual(ended.toReversed())
    expect(read[7]).toMatchObject({ id: inEffect[0], inEffect: false })
  })

  it('has twenty on a page unless asked otherwise', async () => {
    for (let number = 0; number < 21; number += 1) await block(`198.51.100.${number}`)
    expect((await page()).blocks).toHaveLength(20)
    expect((await page('?limit=21')).blocks).toHaveLength(21)
  })

  it.each(['0', '-1', '101', '1.5', 'many'])('takes no limit %s', async (limit) => {
    expect(await page(`?limit=${limit}`)).toEqual(errors.invalidIpBlockLimit)
  })

  it.each(['xyz', '00', '312e322e33', '9'.repeat(200), Buffer.from('1.1.9999999999').toString('hex')])(
    'takes no cursor %s',
    async (next) => {
      expect(await page(`?next=${next}`)).toEqual(errors.invalidIpBlockCursor)
    },
  )
})
