import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { logEntryInsert, parseReason, recordAction } from './record.ts'

let forum: Forum
let admin: Member

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
})
afterAll(() => forum.close())

const kept = () =>
  forum.db.selectFrom('moderation_log').where('actor_id', '=', admin.id).selectAll().orderBy('id').execute()

describe('recording an action', () => {
  it('stores who did what to whom, in which role and why', async () => {
    const { id: communityId } = await forum.community('birding')
    const about = await forum.member('wren_writes')
    await recordAction(forum.db, {
      action: 'ban_from_community',
      actor: admin,
      actedAs: 'mods',
      communityId,
      userId: about.id,
      reason: '  Only advertises. ',
      details: { expiresAt: '2026-12-01T00:00:00.000Z' },
    })
    expect((await kept()).at(-1)).toMatchObject({
      action: 'ban_from_community',
      acted_as: 'mods',
      community_id: stored(communityId),
      post_id: null,
      comment_id: null,
      user_id: stored(about.id),
      reason: 'Only advertises.',
      details: { expiresAt: '2026-12-01T00:00:00.000Z' },
      is_public: true,
    })
  })

  it('marks IP blocks as private', async () => {
    const block = { action: 'block_ip', actor: admin, actedAs: 'admins', communityId: null } as const
    await recordAction(forum.db, { ...block, details: { address: '192.0.2.7' } })
    expect((await kept()).at(-1)).toMatchObject({ action: 'block_ip', is_public: false })
  })

  it('is rolled back together with its action', async () => {
    const before = await kept()
    const failing = forum.db.transaction().execute(async (trx) => {
      await recordAction(trx, { action: 'unban_user', actor: admin, actedAs: 'admins', communityId: null })
      throw new Error('something else failed')
    })
    await expect(failing).rejects.toThrow('something else failed')
    expect(await kept()).toEqual(before)
  })

  it('records, as part of a statement, one entry for each row that has changed', async () => {
    const before = (await kept()).length
    const entry = { action: 'unban_user', actor: admin, actedAs: 'admins', communityId: null } as const
    const change = (username: string) =>
      sql`
      with changed as (update users set points = points + 1 where username = ${username} returning id),
      recorded as (${logEntryInsert(entry, { from: 'changed' })})
      select from changed`.execute(forum.db)
    await change('nobody_of_this_name')
    expect(await kept()).toHaveLength(before)
    await change('the_admin')
    expect(await kept()).toHaveLength(before + 1)
  })
})

it('treats a blank reason as missing, and cuts one that is too long', () => {
  expect(parseReason('  ')).toBeNull()
  expect(parseReason(undefined)).toBeNull()
  expect(parseReason('🐦'.repeat(501))).toBe('🐦'.repeat(500))
})
