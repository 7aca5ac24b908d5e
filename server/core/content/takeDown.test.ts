import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { QueueItemsPage } from '../../../contract/entities/queue.ts'
import { approve } from '../../../tests/support/approve.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { recount } from '../../../tests/support/recount.ts'
import { deleteOrderedContent } from '../../features/admin/deleteContent.ts'
import { deleteOldRows } from '../../features/retention/deleteOldRows.ts'

type Kind = 'post' | 'comment'

let forum: Forum
let admin: Member
let moderator: Member
let reporter: Member
let mentioned: Member
let author: Member
let post: { id: string; publicId: string }
let comment: { id: string }
let made = 0

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  moderator = await forum.moderator('moderator_m', 'birding')
  reporter = await forum.member('reporter_r')
  mentioned = await forum.member('mentioned_m')
})
afterAll(() => forum.close())

const attachments = async () => [{ imageId: (await forum.upload(author)).id }]
const idOf = (kind: Kind) => (kind === 'post' ? post.id : comment.id)
const urlOf = (kind: Kind) =>
  kind === 'post' ? `/api/posts/${post.publicId}` : `/api/posts/${post.publicId}/comments/${comment.id}`

/** Both with a mention, an image and an earlier version; reported, and the post pinned. */
beforeEach(async () => {
  author = await forum.member(`wren_${++made}`)
  const body = 'Rude words about @mentioned_m'
  const fields = { type: 'text', title: 'A rare warbler', community: 'birding' }
  post = (await author.post('/api/posts', { ...fields, body, attachments: await attachments() })).json()
  comment = (
    await author.post(`/api/posts/${post.publicId}/comments`, { body, attachments: await attachments() })
  ).json()
  await sql`insert into text_versions (post_id, body, written_at) values (${post.id}, 'Ruder words', now())`.execute(
    forum.db,
  )
  await sql`insert into text_versions (comment_id, body, written_at) values (${comment.id}, 'Ruder words', now())`.execute(
    forum.db,
  )
  await sql`update posts set is_pinned = false`.execute(forum.db)
  await moderator.put(`/api/posts/${post.publicId}?action=pin`)
  for (const type of ['post', 'comment'] as const)
    await reporter.post('/api/_report', { type, targetId: idOf(type), reason: 1 })
  for (const table of ['report_outcomes', 'moderation_log'])
    await sql`delete from ${sql.table(table)}`.execute(forum.db)
})

/** Everything that follows from taking something down, of the post or of the comment. */
async function consequences(kind: Kind) {
  const id = idOf(kind)
  const isComment = kind === 'comment'
  const about = isComment ? sql`comment_id = ${id}` : sql`post_id = ${post.id} and comment_id is null`
  const aboutAuthor = isComment
    ? sql`about_comment_id = ${id}`
    : sql`post_id = ${post.id} and about_comment_id is null`
  const { rows } = await sql<Record<string, unknown>>`select
    (select deleted_as from ${sql.table(`${kind}s`)} where id = ${id}) as "deletedAs",
    (select count(*)::integer from notifications where type = 'mention' and ${about}) as mentions,
    (select notifications_new_count = (select count(*) from notifications where user_id = users.id and is_new)
      from users where id = ${mentioned.id}) as "isMentionedCounted",
    (select ${sql.ref(`${kind}_count`)} from users where id = ${author.id}) as counted,
    (select count(*)::integer from ${sql.table(`${kind}_search`)} where ${sql.ref(`${kind}_id`)} = ${id}) as found,
    (select is_pinned from posts where id = ${post.id}) as "isPinned",
    (select count(*)::integer from reports where ${about}) as reports,
    (select array_agg(outcome) from report_outcomes where ${about}) as outcomes,
    (select outcome from reviews where ${about}) as review,
    (select array_agg(action || ' ' || acted_as) from moderation_log where ${about}) as logged,
    (select array_agg(type || ' ' || deleted_as) from notifications where user_id = ${author.id}
      and type like 'deleted_%' and ${aboutAuthor}) as notified,
    (select count(*)::integer from text_versions where ${sql.ref(`${kind}_id`)} = ${id}) as versions,
    (select count(*)::integer from ${sql.table(`${kind}_images`)} where ${sql.ref(`${kind}_id`)} = ${id}) as images,
    (select count(*)::integer from reported_copies where ${about}) as copies`.execute(forum.db)
  const feed = (await reporter.get('/api/posts?sort=latest')).body
  const shown = (await reporter.get(`/api/posts/${post.publicId}`)).body
  const isShown = isComment
    ? shown.includes(comment.id) && !shown.includes('"deleted":true')
    : feed.includes(post.publicId)
  return { ...rows[0], isShown }
}

/** What does not depend on the way. */
const always = { mentions: 0, isMentionedCounted: true, counted: 0, found: 0, isShown: false }
const byStaff = { reports: 0, outcomes: ['removed'], review: 'removed', copies: 0 }
const withContent = { versions: 0, images: 0 }
const onlyTakenDown = { versions: 1, images: 1 }
const byAuthor = { reports: 1, outcomes: null, review: null, logged: null, notified: null, versions: 0 }

const remove =
  (who: () => Member, as: string, more = '') =>
  (kind: Kind) =>
    who().delete(`${urlOf(kind)}?deleteAs=${as}${more}`)
const decide = (who: () => Member) => (kind: Kind) =>
  who().post('/api/modqueue/decisions', {
    action: 'remove',
    items: [{ type: kind, targetId: idOf(kind), version: '0' }],
  })
const ban = async () => {
  await admin.post('/api/_admin', { action: 'ban_user', username: author.username, deleteContentDays: 0 })
  await deleteOrderedContent(forum.db, { signal: new AbortController().signal })
}

type Way = readonly [name: string, take: (kind: Kind) => Promise<unknown>, Record<Kind, object>]
const same = (facts: object): Record<Kind, object> => ({ post: facts, comment: facts })
const logged = (as: 'mods' | 'admins', facts: object): Record<Kind, object> => ({
  post: {
    ...byStaff,
    deletedAs: as,
    logged: [`remove_post ${as}`],
    notified: [`deleted_post ${as}`],
    ...facts,
  },
  comment: {
    ...byStaff,
    deletedAs: as,
    logged: [`remove_comment ${as}`],
    notified: [`deleted_comment ${as}`],
    ...facts,
  },
})

const ways: Way[] = [
  [
    'by its author',
    remove(() => author, 'normal'),
    {
      post: { ...byAuthor, deletedAs: 'normal', images: 1, copies: 0 },
      comment: { ...byAuthor, deletedAs: 'normal', images: 0, copies: 1 },
    },
  ],
  ['by moderators', remove(() => moderator, 'mods'), logged('mods', onlyTakenDown)],
  ['by admins', remove(() => admin, 'admins'), logged('admins', onlyTakenDown)],
  ['in the queue, by moderators', decide(() => moderator), logged('mods', onlyTakenDown)],
  ['in the queue, by admins', decide(() => admin), logged('admins', onlyTakenDown)],
  [
    'with all that a banned member wrote',
    ban,
    {
      post: { ...byStaff, ...withContent, deletedAs: 'admins', logged: null, notified: null },
      comment: { ...byStaff, deletedAs: 'admins', versions: 1, images: 0, logged: null, notified: null },
    },
  ],
]
const erase = (who: () => Member) => (kind: Kind) =>
  who().post('/api/_erase', { type: kind, targetId: idOf(kind), reason: 'A private address.' })
const erased = (as: 'mods' | 'admins') => {
  const facts = logged(as, withContent)
  return {
    post: { ...facts.post, logged: [`erase_post ${as}`] },
    comment: { ...facts.comment, logged: [`erase_comment ${as}`] },
  }
}
ways.push(
  ['for good, by moderators', erase(() => moderator), erased('mods')],
  ['for good, by admins', erase(() => admin), erased('admins')],
)
const waysOfPosts: Way[] = [
  [
    'by its author, with its content',
    remove(() => author, 'normal', '&deleteContent=true'),
    same({ ...byAuthor, deletedAs: 'normal', images: 0, copies: 1 }),
  ],
  [
    'by admins, with its content',
    remove(() => admin, 'admins', '&deleteContent=true'),
    same({
      ...byStaff,
      ...withContent,
      deletedAs: 'admins',
      logged: ['remove_post_content admins'],
      notified: ['deleted_post admins'],
    }),
  ],
]

const cases = [
  ...ways.flatMap(([name, take, facts]) =>
    (['post', 'comment'] as const).map((kind) => [kind, name, take, facts[kind]] as const),
  ),
  ...waysOfPosts.map(([name, take, facts]) => ['post', name, take, facts.post] as const),
]

describe('taking down', () => {
  it('finds everything to take down before', async () => {
    expect(await consequences('post')).toMatchObject({
      mentions: 1,
      counted: 1,
      found: 1,
      reports: 1,
      isShown: true,
    })
    expect(await consequences('comment')).toMatchObject({
      mentions: 1,
      counted: 1,
      found: 1,
      reports: 1,
      isShown: true,
    })
  })

  it.each(cases)('a %s %s has all its consequences', async (kind, _name, take, facts) => {
    await take(kind)
    const isPinned = kind === 'comment' && _name !== 'with all that a banned member wrote'
    expect(await consequences(kind)).toEqual({ ...always, isPinned, ...facts })
    expect(await recount(forum.connection)).toMatch(/^All \d+ counters are correct/m)
  })

  it.each([
    ['with the menu', remove(() => moderator, 'mods')],
    ['in the queue', decide(() => moderator)],
  ])('a post %s closes the reports about its comments, which stay', async (_way, take) => {
    await take('post')
    expect(await consequences('comment')).toMatchObject({ deletedAs: null, reports: 0, mentions: 1 })
  })
})

/** Everything in the database that could still have a text. */
const leftOf = async (words: string) => {
  const { rows: tables } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(forum.db)
  const { rows } = await sql<{ name: string }>`${sql.join(
    tables.map(
      ({ name }) =>
        sql`select ${name} as name where exists (
          select from ${sql.table(name)} as one where one::text ilike ${`%${words}%`})`,
    ),
    sql` union all `,
  )}`.execute(forum.db)
  return rows.map(({ name }) => name)
}

describe('erasing', () => {
  it.each(['post', 'comment'] as const)(
    '[ACC-4-023] [ACC-4-024] a %s leaves nothing of it, wherever it was kept',
    async (kind) => {
      const words = `Sparrow Lane ${made}`
      const body = `Lives in ${words}`
      const post = (
        await author.post('/api/posts', {
          type: 'text',
          title: kind === 'post' ? body : 'Title',
          community: 'birding',
          body: kind === 'post' ? body : 'Text',
        })
      ).json<{ id: string; publicId: string }>()
      const target =
        kind === 'post'
          ? post
          : (await author.post(`/api/posts/${post.publicId}/comments`, { body })).json<{ id: string }>()
      const place = kind === 'post' ? `edit:${post.publicId}` : `edit:${post.publicId}:${target.id}`
      await sql`insert into drafts (user_id, place, body) values (${author.id}, ${place}, ${body})`.execute(
        forum.db,
      )
      await sql`insert into text_versions (${sql.ref(`${kind}_id`)}, body, written_at) values (${target.id}, ${body}, now())`.execute(
        forum.db,
      )
      await reporter.post('/api/_report', { type: kind, targetId: target.id, reason: 1 })
      expect(await leftOf(words)).toContain('drafts')
      const answer = await moderator.post('/api/_erase', {
        type: kind,
        targetId: target.id,
        reason: 'A private address.',
      })
      expect(answer.json()).toEqual({ noReports: 1, noMentions: 0 })
      expect(await leftOf(words)).toEqual([])
      const restored = await moderator.put(
        kind === 'post'
          ? `/api/posts/${post.publicId}?action=restore`
          : `/api/posts/${post.publicId}/comments/${target.id}?action=restore`,
      )
      expect(restored.json()).toMatchObject({ code: 'content-gone' })
      const [told] = (await author.get('/api/notifications?render=true')).json<{
        items: { body: string }[]
      }>().items
      expect(told?.body).toMatch(
        /^Reason: A private address\.\nIts content was erased and can't be restored\.\n/,
      )
    },
  )

  it('[ACC-5-061] needs a reason', async () => {
    const sent = await moderator.post('/api/_erase', { type: 'post', targetId: post.id, reason: ' ' })
    expect(sent.statusCode).toBe(400)
    expect((await reporter.get(`/api/posts/${post.publicId}`)).json()).toMatchObject({ deleted: false })
  })
})

describe('what an author deletes while it is reported', () => {
  const queued = async () =>
    (await moderator.get('/api/modqueue/items?filter=comments'))
      .json<QueueItemsPage>()
      .items.find(({ targetId }) => targetId === comment.id)
  const used = async () =>
    (
      await sql<{
        n: number
      }>`select count(*)::integer as n from images where is_used and uploader_id = ${author.id}`.execute(
        forum.db,
      )
    ).rows[0]?.n

  it('[ACC-4-025] is shown to the moderators as it was reported, and to nobody else', async () => {
    await author.delete(urlOf('comment'))
    expect(await queued()).toMatchObject({
      deletedCopy: { title: null, bodyHtml: expect.stringContaining('Rude'), link: null, images: [{}] },
    })
    for (const who of [author, reporter, moderator, admin])
      expect((await who.get(`/api/comments/${comment.id}`)).body).not.toContain('Rude')
  })

  it('[ACC-4-025] goes with the last report about it, with its images', async () => {
    await author.delete(urlOf('comment'))
    expect(await used()).toBe(2)
    await approve(moderator, { type: 'comment', targetId: comment.id })
    expect(await consequences('comment')).toMatchObject({ copies: 0 })
    expect(await used()).toBe(1)
  })

  it('[ACC-4-025] goes after 30 days', async () => {
    await author.delete(urlOf('comment'))
    await sql`update reported_copies set kept_at = now() - interval '31 days'`.execute(forum.db)
    await deleteOldRows(forum.db, forum.config, new AbortController().signal)
    expect(await consequences('comment')).toMatchObject({ copies: 0, reports: 1 })
  })

  it('can be erased by moderators', async () => {
    await author.delete(urlOf('comment'))
    const answer = await moderator.post('/api/_erase', {
      type: 'comment',
      targetId: comment.id,
      reason: 'An address.',
    })
    expect(answer.json()).toEqual({ noReports: 1, noMentions: 0 })
    expect(await consequences('comment')).toMatchObject({ copies: 0, reports: 0, deletedAs: 'normal' })
  })
})
