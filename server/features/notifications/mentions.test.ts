import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mentionsPerTextMax } from '../../../contract/limitValues.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import type { Forum, Member, PostFacts } from '../../../tests/support/forum.ts'
import {
  items,
  newCount,
  newest,
  page,
  rendered,
  startNotified,
  update,
} from '../../../tests/support/notified.ts'

let forum: Forum
let author: Member
let reader: Member
let other: Member
let post: PostFacts
let admin: Member

beforeAll(async () => {
  ;({ forum, author, reader, other } = await startNotified())
  admin = await forum.member('keeper', { isAdmin: true })
})
beforeEach(async () => {
  post = await forum.post(author, 'birding', { title: 'Wrens & <robins>' })
  await sql`delete from notifications`.execute(forum.db)
  await sql`update users set notifications_new_count = 0, mention_notifications_off = false,
    reply_notifications_off = false, banned_at = null`.execute(forum.db)
  for (const table of ['user_mutes', 'community_mutes', 'community_bans'])
    await sql`delete from ${sql.table(table)}`.execute(forum.db)
})
afterAll(() => forum.close())

const types = async (member: Member) => (await items(member)).map(({ type }) => type)
const editPost = (body: string) => author.put(`/api/posts/${post.publicId}`, { body })
const editComment = (member: Member, id: string, body: string) =>
  member.put(`/api/posts/${post.publicId}/comments/${id}`, { body })
const older = (table: 'posts' | 'comments', age: string) =>
  sql`update ${sql.table(table)} set created_at = now() - ${age}::interval`.execute(forum.db)
/** Members whose counter of new notifications is wrong. */
const miscounted = async () =>
  (
    await sql`select username from users where notifications_new_count <>
      (select count(*) from notifications where user_id = users.id and is_new)`.execute(forum.db)
  ).rows

describe('a mention', () => {
  it('in a comment notifies the member, in upper or lower case, with a link to it', async () => {
    const { id } = await forum.comment(reader, post, 'What does @OTTO_other say? @otto_other, I mean.')
    expect(await newest(other)).toMatchObject({
      type: 'mention',
      kind: 'mentions',
      title: '<b>robin_reads</b> mentioned you in <b>Wrens &amp; &lt;robins&gt;</b>',
      toURL: `/birding/post/${post.publicId}/${id}`,
      excerpt: expect.stringContaining('What does @OTTO_other say?'),
      actors: [{ username: 'robin_reads' }],
      seen: false,
    })
    expect(await newest(other, '')).toMatchObject({ notif: { mentionedBy: 'robin_reads', commentId: id } })
    expect(await page(other, `${rendered}&kind=mentions`)).toMatchObject({
      newCount: 1,
      items: [{ type: 'mention' }],
    })
  })

  it('in a post notifies, too', async () => {
    const mentioning = await forum.post(reader, 'birding', { title: 'Owls', body: 'Ask @otto_other.' })
    expect(await newest(other)).toMatchObject({
      type: 'mention',
      toURL: `/birding/post/${mentioning.publicId}`,
      excerpt: 'Ask @otto_other.',
    })
    expect((await newest(other, '')).notif).not.toHaveProperty('commentId')
    expect(await newCount(other)).toBe(1)
    const { rows } = await sql<{ post_count: number; counted: number }>`
      select post_count, (select count(*)::integer from posts where author_id = users.id) as counted
      from users where id = ${reader.id}`.execute(forum.db)
    expect(rows[0]?.post_count).toBe(rows[0]?.counted)
  })

  it('needs no additional statement', async () => {
    // The community of a new member's comment is read first.
    await sql`update users set comment_count = 100 where id = ${reader.id}`.execute(forum.db)
    const send = (body: string) => () => forum.comment(reader, post, body)
    const without = await countQueries(forum.database, send('Nobody.'))
    expect(await countQueries(forum.database, send('@otto_other'))).toBe(without)
  })

  it(`notifies the first ${mentionsPerTextMax} of a text`, async () => {
    const crowd = await Promise.all(
      Array.from({ length: mentionsPerTextMax + 1 }, (_, n) => forum.member(`crowd_${n}`)),
    )
    await forum.comment(reader, post, crowd.map(({ username }) => `@${username}`).join(' '))
    const { rows } = await sql<{ user_id: string }>`
      select user_id from notifications where type = 'mention' order by user_id`.execute(forum.db)
    expect(rows).toHaveLength(mentionsPerTextMax)
    expect(await types(crowd.at(-1) as Member)).toEqual([])
  })

  it.each([
    ['oneself', () => forum.comment(other, post, 'I, @otto_other.')],
    ['nobody of that name', () => forum.comment(reader, post, '@nobody_here')],
    [
      'who turned them off',
      async () => {
        const answer = await other.post('/api/_settings?action=updateProfile', {
          mentionNotificationsOff: true,
        })
        expect(answer.json()).toMatchObject({ mentionNotificationsOff: true })
        await forum.comment(reader, post, '@otto_other')
      },
    ],
    [
      'who muted the author',
      async () => {
        await sql`insert into user_mutes (user_id, muted_user_id) values (${other.id}, ${reader.id})`.execute(
          forum.db,
        )
        await forum.comment(reader, post, '@otto_other')
        await forum.post(reader, 'birding', { body: '@otto_other' })
      },
    ],
    [
      'who muted the community',
      async () => {
        await sql`insert into community_mutes (user_id, muted_community_id)
          select ${other.id}, id from communities`.execute(forum.db)
        await forum.comment(reader, post, '@otto_other')
      },
    ],
    [
      'who is banned from the community',
      async () => {
        await sql`insert into community_bans (user_id, community_id, banned_by)
          select ${other.id}, id, ${admin.id} from communities`.execute(forum.db)
        await forum.comment(reader, post, '@otto_other')
      },
    ],
    [
      'who is banned from the site',
      async () => {
        await sql`update users set banned_at = now() where id = ${other.id}`.execute(forum.db)
        await forum.comment(reader, post, '@otto_other')
        await sql`update users set banned_at = null where id = ${other.id}`.execute(forum.db)
      },
    ],
  ])('does not notify %s', async (_whom, act) => {
    await act()
    const { rows } = await sql`select from notifications where type = 'mention'`.execute(forum.db)
    expect(rows).toEqual([])
  })

  it('does not notify again a member who is notified of the reply, unless they turned that off', async () => {
    const mine = await forum.comment(other, post)
    await sql`delete from notifications`.execute(forum.db)
    await forum.comment(reader, post, '@otto_other and @wren_writes', mine.id)
    expect(await types(other)).toEqual(['comment_reply'])
    expect(await types(author)).toEqual(['new_comment'])
    await sql`update users set reply_notifications_off = true`.execute(forum.db)
    await forum.comment(reader, post, '@otto_other', mine.id)
    expect((await types(other)).toSorted()).toEqual(['comment_reply', 'mention'])
    expect(await types(author)).toEqual(['new_comment'])
  })
})

describe('an edit', () => {
  it('of a comment notifies members whom it newly mentions, within the first hour', async () => {
    const { id } = await forum.comment(reader, post, 'Hello.')
    expect((await editComment(reader, id, 'Hello @otto_other.')).statusCode).toBe(200)
    await editComment(reader, id, 'Hello @otto_other!')
    await editComment(reader, id, 'Hello.')
    await editComment(reader, id, 'Hello again @otto_other!')
    expect(await types(other)).toEqual(['mention'])
    expect(await miscounted()).toEqual([])
  })

  it('does not notify again of a mention whose notification was deleted', async () => {
    const { id } = await forum.comment(reader, post, '@otto_other')
    await update(other, 'action=deleteAll')
    await editComment(reader, id, '@otto_other, please.')
    expect(await types(other)).toEqual([])
  })

  it('does not notify a member who was notified of the comment as a reply', async () => {
    const mine = await forum.comment(other, post)
    const { id } = await forum.comment(reader, post, 'Yes.', mine.id)
    await sql`delete from notifications`.execute(forum.db)
    await editComment(reader, id, 'Yes @otto_other and @wren_writes.')
    expect(await types(other)).toEqual([])
    expect(await types(author)).toEqual([])
  })

  it('of a post notifies members whom it newly mentions, within the first hour', async () => {
    await editPost('Ask @otto_other.')
    expect(await types(other)).toEqual(['mention'])
    expect(await newest(other)).toMatchObject({ excerpt: 'Ask @otto_other.' })
  })

  it('after the first hour notifies nobody', async () => {
    const { id } = await forum.comment(reader, post, 'Hello.')
    await older('comments', '61 minutes')
    await older('posts', '61 minutes')
    expect((await editComment(reader, id, '@otto_other')).statusCode).toBe(200)
    expect((await editPost('@otto_other')).statusCode).toBe(200)
    expect(await types(other)).toEqual([])
    await older('comments', '59 minutes')
    await editComment(reader, id, '@otto_other again, and @keeper')
    expect(await types(admin)).toEqual(['mention'])
  })
})

describe('the notification of a mention is deleted', () => {
  const mention = async () => {
    const { id } = await forum.comment(reader, post, '@otto_other and @keeper')
    const mentioning = await forum.post(reader, 'birding', { body: '@otto_other' })
    expect(await newCount(other)).toBe(2)
    return { id, mentioning }
  }

  it.each([
    ['its author', ''],
    ['an admin', 'admins'],
  ])('when %s deletes the comment, with what was not seen', async (_who, deleteAs) => {
    const { id } = await mention()
    const by = deleteAs ? admin : reader
    const path = `/api/posts/${post.publicId}/comments/${id}?deleteAs=${deleteAs || 'normal'}`
    expect((await by.delete(path)).statusCode).toBe(200)
    expect(await page(other)).toMatchObject({ count: 1, newCount: 1 })
    expect(await types(admin)).toEqual([])
    expect(await miscounted()).toEqual([])
  })

  it('when the post is deleted', async () => {
    const { mentioning } = await mention()
    expect((await reader.delete(`/api/posts/${mentioning.publicId}?deleteAs=normal`)).statusCode).toBe(200)
    expect((await items(other)).map(({ toURL }) => toURL)).toEqual([expect.stringContaining(post.publicId)])
    expect(await miscounted()).toEqual([])
  })
})
