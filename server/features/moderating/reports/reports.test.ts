import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Post } from '../../../../contract/entities/post.ts'
import { type FiledReport, Report, type ReportsPage } from '../../../../contract/entities/report.ts'
import { errors } from '../../../../contract/errors.ts'
import { countQueries } from '../../../../tests/support/countQueries.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../../tests/support/forum.ts'
import { waitingStatements } from '../../../../tests/support/waitingStatements.ts'
import { stored } from '../../../../tests/support/wireIds.ts'

let forum: Forum
let moderator: Member
let author: Member
let reporters: Member[]
let communityId: string

beforeAll(async () => {
  forum = await startForum()
  moderator = await forum.moderator('moderator_m', 'birding')
  await forum.moderator('moderator_e', 'elsewhere')
  author = await forum.member('wren_writes')
  reporters = [await forum.member('reporter_1'), await forum.member('reporter_2')]
  communityId = (await moderator.get('/api/communities/birding?byName=true')).json<{ id: string }>().id
})
beforeEach(async () => {
  await sql`delete from reports`.execute(forum.db)
  await sql`delete from moderation_log`.execute(forum.db)
})
afterAll(() => forum.close())

const report = async (type: 'post' | 'comment', targetId: string, reason = 3, reporter = 0) => {
  const answer = await reporters[reporter]?.post('/api/_report', { type, targetId, reason })
  if (answer?.statusCode !== 200) throw new Error(answer?.body)
  return answer.json<FiledReport>()
}
const read = async (query = '') =>
  (await moderator.get(`/api/communities/${communityId}/reports${query}`)).json<ReportsPage>()
const ignore = (id: number) => moderator.delete(`/api/communities/${communityId}/reports/${id}`)
const recorded = () =>
  forum.db
    .selectFrom('moderation_log')
    .select(['action', 'acted_as', 'post_id', 'comment_id', 'user_id', 'details'])
    .where('action', 'in', ['ignore_report', 'ban_from_community', 'unban_from_community'])
    .execute()

/** A post and a comment under it, both reported. */
async function bothReported(): Promise<{ post: PostFacts; comment: string }> {
  const post = await forum.post(author, 'birding', { title: 'A bad post', body: 'Bad *words*.' })
  const { id: comment } = await forum.comment(author, post, 'Rude words')
  await report('post', post.id)
  await report('comment', comment)
  return { post, comment }
}

describe('the reports of a community', () => {
  // [ACC-2-059] [ACC-3-018] [ACC-3-019] [ACC-7-043]
  it('[ACC-7-043] come newest first with target and reporter', async () => {
    const { post, comment } = await bothReported()
    const page = await read('?filter=all&page=1&limit=10')
    expect(Object.keys(page)).toEqual(['details', 'reports', 'limit', 'page'])
    expect(page).toMatchObject({
      details: { noReports: 2, noPostReports: 1, noCommentReports: 1 },
      limit: 10,
      page: 1,
      reports: [
        {
          type: 'comment',
          targetId: comment,
          postId: post.id,
          reason: 'Spam',
          reasonId: 3,
          createdAt: expect.stringMatching(/Z$/),
          target: { id: comment, body: 'Rude words', username: 'wren_writes', postDeleted: false },
        },
        {
          type: 'post',
          targetId: post.id,
          postId: post.id,
          target: { publicId: post.publicId, title: 'A bad post', body: 'Bad *words*.', userVoted: null },
        },
      ],
    })
    for (const one of page.reports) expect(Object.keys(one).sort()).toEqual([...Report.required].sort())
    for (const { reporter } of page.reports) expect(reporter?.username).toMatch(/^reporter_/)
    expect(page.reports[0]?.target).not.toHaveProperty('postTitle')
  })

  it('are rendered, with the title of the post, for our own pages', async () => {
    await bothReported()
    const [comment, post] = (await read('?render=page')).reports
    expect(comment?.target).toMatchObject({ bodyHtml: '<p>Rude words</p>\n', postTitle: 'A bad post' })
    expect(post?.target).toMatchObject({ bodyHtml: '<p>Bad <em>words</em>.</p>\n' })
  })

  // [ACC-2-058]
  it.each([
    ['', ['comment', 'post']],
    ['?filter=all', ['comment', 'post']],
    ['?filter=posts', ['post']],
    ['?filter=comments', ['comment']],
  ])('[ACC-2-058] with "%s" are those; the counts stay', async (query, types) => {
    await bothReported()
    const page = await read(query)
    expect(page.reports.map(({ type }) => type)).toEqual(types)
    expect(page.details).toEqual({ noReports: 2, noPostReports: 1, noCommentReports: 1 })
  })

  // [ACC-4-017]
  it('are paged without gaps and repetitions, even with equal times; past the end there is only the count', async () => {
    const post = await forum.post(author, 'birding')
    await sql`insert into reports (community_id, post_id, comment_id, reason_id, reporter_id, created_at)
      select ${communityId}, ${post.id}, null, reasons.id, users.id, '2026-01-01'
      from report_reasons as reasons, users where not is_built_in`.execute(forum.db)
    const { noReports } = (await read()).details
    const seen: number[] = []
    for (let page = 1; page <= Math.ceil(noReports / 7); page++)
      seen.push(...(await read(`?page=${page}&limit=7`)).reports.map(({ id }) => id))
    expect(seen).toHaveLength(noReports)
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a))
    expect((await read()).reports).toHaveLength(10)
    expect(await read('?page=999999999')).toMatchObject({ details: { noReports }, reports: [] })
  })

  it('exclude those of other communities, and can be empty', async () => {
    const post = await forum.post(author, 'elsewhere')
    await report('post', post.id)
    expect(await read()).toMatchObject({ details: { noReports: 0 }, reports: [] })
  })

  it('show for a comment whether its post is deleted', async () => {
    const { post } = await bothReported()
    await author.delete(`/api/posts/${post.publicId}`)
    const [comment, ofPost] = (await read()).reports
    expect(comment?.target).toMatchObject({ postDeleted: true, postDeletedAs: 'normal', deleted: false })
    expect(ofPost?.target).toMatchObject({ deleted: true, deletedAs: 'normal' })
  })

  it('show deleted targets as guests see them', async () => {
    const { comment } = await bothReported()
    await sql`update comments set deleted_at = now(), deleted_as = 'mods' where id = ${comment}`.execute(
      forum.db,
    )
    expect((await read('?filter=comments')).reports[0]?.target).toMatchObject({
      body: '[Deleted comment]',
      username: '[Hidden]',
      contentStripped: true,
    })
  })

  it('take a constant number of statements', async () => {
    await bothReported()
    const few = await countQueries(forum.database, () => read())
    for (let n = 0; n < 3; n++) await bothReported()
    expect(await countQueries(forum.database, () => read())).toBe(few)
  })
})

describe('ignoring a report', () => {
  // [ACC-2-060] [ACC-7-044]
  it('[ACC-7-044] returns it and removes it from the list; its target stays', async () => {
    const { post, comment } = await bothReported()
    const [first, second] = (await read()).reports
    const answer = await ignore(first?.id ?? 0)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual(first)
    expect((await read()).reports).toEqual([second])
    expect((await moderator.get(`/api/comments/${comment}`)).json()).toMatchObject({ deleted: false })
    expect(await recorded()).toMatchObject([
      { action: 'ignore_report', acted_as: 'mods', post_id: stored(post.id), comment_id: stored(comment) },
    ])
  })

  it('twice is not found, and recorded once', async () => {
    await bothReported()
    const [first] = (await read()).reports
    const answers = await Promise.all([ignore(first?.id ?? 0), ignore(first?.id ?? 0)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
    expect((await ignore(first?.id ?? 0)).json()).toEqual(errors.reportNotFound)
    expect(await recorded()).toHaveLength(1)
  })

  it('of another community is not found, and it stays', async () => {
    const post = await forum.post(author, 'elsewhere')
    const { id } = await report('post', post.id)
    expect((await ignore(id)).json()).toEqual(errors.reportNotFound)
    expect((await sql`select from reports where id = ${id}`.execute(forum.db)).rows).toHaveLength(1)
  })

  it('is refused for a moderator who was just removed', async () => {
    await bothReported()
    const [first] = (await read()).reports
    let answer: ReturnType<typeof ignore> | undefined
    await forum.db.transaction().execute(async (trx) => {
      await sql`select from communities where id = ${communityId} for update`.execute(trx)
      await sql`delete from moderators where user_id = ${moderator.id}`.execute(trx)
      answer = ignore(first?.id ?? 0)
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
    })
    expect((await answer)?.json()).toEqual(errors.neitherAdminNorModerator)
    await sql`insert into moderators (community_id, user_id, position)
      values (${communityId}, ${moderator.id}, 1)`.execute(forum.db)
    expect((await read()).reports[0]).toEqual(first)
  })
})

describe('a report is closed by an action on its target', () => {
  it.each<[string, (post: PostFacts, comment: string) => string, string[]]>([
    ['removing the post', ({ publicId }) => `DELETE /api/posts/${publicId}?deleteAs=mods`, []],
    [
      'removing the comment',
      (_post, comment) => `DELETE /api/posts/any/comments/${comment}?deleteAs=mods`,
      ['post'],
    ],
    ['locking the post', ({ publicId }) => `PUT /api/posts/${publicId}?action=lock&lockAs=mods`, ['comment']],
    [
      'locking the comment',
      (_post, comment) => `PUT /api/posts/any/comments/${comment}?action=lock&lockAs=mods`,
      ['post'],
    ],
  ])('by %s', async (_deed, request, left) => {
    const { post, comment } = await bothReported()
    await report('post', post.id, 1, 1)
    const [method, url] = request(post, comment).split(' ') as ['PUT' | 'DELETE', string]
    expect((await moderator.send({ method, url, payload: '{}' })).statusCode).toBe(200)
    const { reports, details } = await read()
    expect([...new Set(reports.map(({ type }) => type))]).toEqual(left)
    expect(details.noReports).toBe(reports.length)
  })

  it('but not when the author is banned', async () => {
    await bothReported()
    await moderator.post(`/api/communities/${communityId}/banned`, { username: author.username })
    expect((await read()).details.noReports).toBe(2)
    await moderator.delete(`/api/communities/${communityId}/banned`, { username: author.username })
  })
})

describe('the deleted and locked posts of a community', () => {
  const listed = async (query: string, who: Member = moderator) =>
    (await who.get(`/api/posts?communityId=${communityId}&${query}`)).json<{
      noPosts: number
      limit: number
      page: number
      posts: Post[]
    }>()
  let posts: PostFacts[]

  beforeAll(async () => {
    await sql`delete from reports`.execute(forum.db)
    const before = forum.db.selectFrom('posts').select('id').where('community_id', '=', communityId)
    await forum.db.deleteFrom('comments').where('post_id', 'in', before).execute()
    await forum.db.deleteFrom('posts').where('community_id', '=', communityId).execute()
    await sql`update communities set post_count = 0 where id = ${communityId}`.execute(forum.db)
    posts = []
    for (let n = 0; n < 6; n++) posts.push(await forum.post(author, 'birding', { title: `Number ${n}` }))
    const moderate = (n: number, method: 'PUT' | 'DELETE', query: string, who = moderator) =>
      who.send({ method, url: `/api/posts/${posts[n]?.publicId}?${query}`, payload: '{}' })
    await moderate(0, 'DELETE', 'deleteAs=normal', author)
    await moderate(1, 'PUT', 'action=lock&lockAs=mods')
    await moderate(1, 'DELETE', 'deleteAs=mods')
    await moderate(3, 'PUT', 'action=lock&lockAs=mods')
    await moderate(4, 'PUT', 'action=lock&lockAs=mods')
  })

  const titles = (page: { posts: Post[] }) => page.posts.map(({ title }) => title.replace('Number ', ''))

  // [ACC-2-061] [ACC-2-062]
  it.each([
    ['deleted', ['1', '0'], 2],
    // A deleted post is no longer locked.
    ['locked', ['4', '3'], 2],
    ['all', ['5', '4', '3', '2', '1', '0'], 6],
  ])('[ACC-7-042] %s: newest first, with how many there are', async (filter, expected, noPosts) => {
    const page = await listed(`filter=${filter}&page=1&limit=10`)
    expect(Object.keys(page)).toEqual(['noPosts', 'limit', 'page', 'posts'])
    expect(page).toMatchObject({ noPosts, limit: 10, page: 1 })
    expect(titles(page)).toEqual(expected)
  })

  it.each(['deleted', 'locked', 'all'])(
    '%s: page by page, and past the end the right count',
    async (filter) => {
      const whole = await listed(`filter=${filter}&page=1`)
      const seen: string[] = []
      for (let page = 1; page <= whole.noPosts; page++)
        seen.push(...titles(await listed(`filter=${filter}&page=${page}&limit=1`)))
      expect(seen).toEqual(titles(whole))
      expect(await listed(`filter=${filter}&page=99999`)).toMatchObject({ noPosts: whole.noPosts, posts: [] })
    },
  )

  // [ACC-3-024]
  it('[ACC-3-024] shows moderators removed content, without their own votes', async () => {
    const [removed] = (await listed('filter=deleted&page=1')).posts
    expect(removed).toMatchObject({
      publicId: posts[1]?.publicId,
      type: 'text',
      body: 'Its text.',
      image: null,
      images: [],
      noComments: 0,
      newComments: 0,
      createdAt: expect.any(String),
      deletedAt: expect.any(String),
      deletedAs: 'mods',
      communityName: 'birding',
      userVoted: null,
      userVotedUp: null,
      locked: true,
    })
    expect(
      (await forum.guest().then((guest) => guest.get(`/api/posts/${posts[1]?.publicId}`))).json(),
    ).toMatchObject({
      body: null,
    })
  })

  it.each([
    ['filter=deleted', errors.invalidPage],
    ['filter=deleted&page=0', errors.invalidPage],
    ['filter=deleted&page=1.5', errors.invalidPage],
    ['filter=deleted&page=9999999999', errors.invalidPage],
    ['filter=deleted&page=0&limit=x', errors.limitNotANumber],
    ['filter=constructor&page=1', errors.invalidFeedFilter],
  ])('are refused for %s', async (query, refusal) => {
    expect(await listed(query)).toEqual(refusal)
  })

  it('need a community and a login', async () => {
    expect((await moderator.get('/api/posts?filter=locked&page=1')).json()).toEqual(errors.invalidId)
    expect((await (await forum.guest()).get('/api/posts?filter=locked')).json()).toEqual(errors.notLoggedIn)
  })
})
