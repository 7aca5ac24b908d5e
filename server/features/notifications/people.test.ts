import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { notificationActorsMax } from '../../../contract/limitValues.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import type { Forum, Member, PostFacts } from '../../../tests/support/forum.ts'
import {
  items,
  newest,
  page,
  rendered,
  startNotified,
  update,
  votePost,
} from '../../../tests/support/notified.ts'

let forum: Forum
let author: Member
let reader: Member
let other: Member
let post: PostFacts
beforeAll(async () => {
  ;({ forum, author, reader, other } = await startNotified())
})
beforeEach(async () => {
  post = await forum.post(author, 'birding', { title: 'Wrens & <robins>' })
  await update(author, 'action=deleteAll')
  await update(reader, 'action=deleteAll')
})
afterAll(() => forum.close())

const names = async (member: Member) => (await newest(member)).actors?.map(({ username }) => username)

describe('the members who caused a notification', () => {
  it('are the authors of its comments, each once, the latest first', async () => {
    await forum.comment(reader, post)
    await forum.comment(other, post)
    expect(await names(author)).toEqual(['otto_other', 'robin_reads'])
    await forum.comment(reader, post)
    expect(await newest(author)).toMatchObject({ actorCount: 2, times: 3 })
    expect(await names(author)).toEqual(['robin_reads', 'otto_other'])
  })

  it('are listed up to three, and counted up to a limit', async () => {
    await forum.comment(reader, post)
    const notify = sql`
      with member as (
        insert into users (username) select 'many_' || n from generate_series(1, 60) as n returning id)
      select notify_member(${author.id}, 'new_comment', now(), post => ${post.id}, comment => comments.id,
        actor => member.id) from member cross join comments where comments.post_id = ${post.id}`
    await notify.execute(forum.db)
    expect(await newest(author)).toMatchObject({ actorCount: notificationActorsMax, times: 61 })
    expect(await names(author)).toHaveLength(3)
  })

  it('appear as the ghost if the account is deleted, without id and picture', async () => {
    const leaver = await forum.member('lena_leaves')
    await forum.comment(leaver, post)
    await sql`update users set deleted_at = now() where id = ${leaver.id}`.execute(forum.db)
    expect((await newest(author)).actors).toEqual([{ id: null, username: 'ghost', picture: null }])
  })

  it('are secret for votes', async () => {
    await votePost(reader, post)
    expect(await newest(author)).toMatchObject({ type: 'new_votes', actors: [], actorCount: 0, times: 1 })
    const { rows } = await sql`
      select from notifications where type = 'new_votes' and (actor_id is not null or actor_ids <> '{}')`.execute(
      forum.db,
    )
    expect(rows).toEqual([])
  })

  it('are missing in notifications from before they were recorded, also after new events', async () => {
    await forum.comment(reader, post)
    await sql`update notifications set actor_ids = '{}' where user_id = ${author.id}`.execute(forum.db)
    await forum.comment(other, post)
    expect(await newest(author)).toMatchObject({ actors: [], actorCount: 0, times: 2 })
  })
})

describe('the excerpt of a notification', () => {
  it('is the beginning of the last comment, as plain text', async () => {
    await forum.comment(reader, post, 'The first.')
    await forum.comment(other, post, `A **bold** <b>word</b>, ${'and another, '.repeat(40)}`)
    const { excerpt } = await newest(author)
    expect(excerpt).toMatch(/^A bold word, and another.*…$/)
    expect(excerpt?.length).toBeLessThanOrEqual(160)
  })

  it('is the receiver’s comment for votes', async () => {
    const { id } = await forum.comment(reader, post, 'My words.')
    await other.post('/api/_commentVote', { commentId: id, up: true })
    expect(await newest(reader)).toMatchObject({ type: 'new_votes', excerpt: 'My words.' })
  })

  it('is empty when the comment is deleted by anyone', async () => {
    const { id } = await forum.comment(reader, post, 'Words.')
    expect(await newest(author)).toMatchObject({ excerpt: 'Words.' })
    await sql`update comments set deleted_at = now(), deleted_as = 'mods' where id = ${id}`.execute(forum.db)
    expect(await newest(author)).toMatchObject({ excerpt: '' })
  })

  it('is not in the raw form', async () => {
    await forum.comment(reader, post)
    expect(Object.keys(await newest(author, '')).toSorted()).toEqual(
      ['id', 'type', 'notif', 'seen', 'seenAt', 'createdAt'].toSorted(),
    )
  })
})

describe('a kind of notifications', () => {
  it('can be listed alone, with the counts of all', async () => {
    await forum.comment(reader, post)
    await votePost(reader, post)
    const types = async (kind: string) => {
      const { count, items: found } = await page(author, `${rendered}&kind=${kind}`)
      expect(count).toBe(2)
      return found.map(({ type, kind: of }) => [type, of])
    }
    expect(await types('replies')).toEqual([['new_comment', 'replies']])
    expect(await types('votes')).toEqual([['new_votes', 'votes']])
    expect(await types('moderation')).toEqual([])
    expect(await types('something')).toHaveLength(2)
  })

  it('takes one round trip, including pictures and excerpts', async () => {
    await forum.comment(reader, post)
    await forum.comment(other, await forum.post(author, 'birding'))
    const read = () => page(author, `${rendered}&kind=replies`)
    await read()
    expect(await countQueries(forum.database, read)).toBe(2)
    expect((await items(author)).every(({ actors }) => actors?.length === 1)).toBe(true)
  })
})
