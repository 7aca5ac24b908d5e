import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { answer, startAppealing } from '../../../tests/support/appealing.ts'

const { admin, appealed, banned, birding, colleague, forum, logged, moderator, current } =
  await startAppealing()

describe('a member who is banned from a community', () => {
  beforeEach(() => moderator.post(banned(), { username: current.author.username }))

  it('appeals, and can write again at once when that is accepted', async () => {
    const made = await appealed({ act: 'ban', communityId: birding })
    expect(made).toMatchObject({ act: 'ban', community: { name: 'birding' }, post: null })
    const posting = () =>
      current.author.post('/api/posts', { type: 'text', title: 'Back again', community: 'birding' })
    expect((await posting()).json()).toEqual(errors.bannedFromCommunity)
    expect((await answer(colleague, made)).statusCode).toBe(200)
    expect((await posting()).statusCode).toBe(200)
    expect((await logged())[1]).toBe('unban_from_community mods')
  })

  it.each<[string, () => PromiseLike<unknown>]>([
    [
      'was made by the same moderator after that was lifted',
      async () => {
        await moderator.delete(banned(), { username: current.author.username })
        await moderator.post(banned(), { username: current.author.username, kind: 'posting' })
      },
    ],
    [
      'was made by the same moderator after that had ended',
      async () => {
        await sql`update community_bans set expires_at = now() where user_id = ${current.author.id}`.execute(
          forum.db,
        )
        await moderator.post(banned(), { username: current.author.username })
      },
    ],
    [
      'it was changed to by the same moderator',
      () => moderator.put(banned(), { username: current.author.username, kind: 'posting' }),
    ],
  ])('whose appeal is accepted stays banned by a later ban that %s', async (_case, banAgain) => {
    const made = await appealed({ act: 'ban', communityId: birding })
    await banAgain()
    expect((await answer(colleague, made)).statusCode).toBe(200)
    const post = () =>
      current.author.post('/api/posts', { type: 'text', title: 'Back again', community: 'birding' })
    expect((await post()).json()).toEqual(errors.bannedFromCommunity)
    expect((await logged())[0]).toBe('overturn_appeal mods')
    // The later ban has an appeal of its own.
    await answer(colleague, await appealed({ act: 'ban', communityId: birding }))
    expect((await post()).statusCode).toBe(200)
  })

  it('is unbanned by an accepted appeal even if the note was changed since', async () => {
    const made = await appealed({ act: 'ban', communityId: birding })
    await moderator.put(banned(), { username: current.author.username, note: 'Appealed.' })
    await answer(colleague, made)
    expect((await current.author.get('/api/_initial')).json()).toMatchObject({ bans: [] })
  })

  it('still reads, exports and deletes the account', async () => {
    expect((await current.author.get(`/api/posts/${current.post.publicId}`)).statusCode).toBe(200)
    expect((await current.author.get(`/api/posts?communityId=${birding}`)).statusCode).toBe(200)
    const password = `password of ${current.author.username}`
    expect((await current.author.post('/api/_password', { password })).statusCode).toBe(200)
    expect((await current.author.post('/api/_export')).statusCode).toBe(200)
    expect(
      (await current.author.delete(`/api/users/${current.author.username}`, { password })).statusCode,
    ).toBe(200)
  })
})

it('an appeal against a ban from the site does not lift a later one', async () => {
  const second = await forum.member(`admin_${current.number}`, { isAdmin: true })
  const banFromSite = (kind: string) =>
    admin.post('/api/_admin', { action: 'ban_user', username: current.author.username, kind })
  await banFromSite('commenting')
  const made = await appealed({ act: 'ban' })
  await admin.post('/api/_admin', { action: 'unban_user', username: current.author.username })
  await banFromSite('posting')
  expect((await answer(second, made)).statusCode).toBe(200)
  expect((await current.author.get('/api/_initial')).json()).toMatchObject({ bans: [{ kind: 'posting' }] })
  await answer(second, await appealed({ act: 'ban' }))
  expect((await current.author.get('/api/_initial')).json()).toMatchObject({ bans: [] })
  await sql`update users set is_admin = false where id = ${second.id}`.execute(forum.db)
})
