import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FiledReport } from '../../../../contract/entities/report.ts'
import { errors } from '../../../../contract/errors.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../../tests/support/forum.ts'
import { stored } from '../../../../tests/support/wireIds.ts'

let forum: Forum
let moderator: Member
let author: Member
let reporter: Member
let post: PostFacts
let comment: string

beforeAll(async () => {
  forum = await startForum()
  moderator = await forum.moderator('moderator_m', 'birding')
  author = await forum.member('wren_writes')
  reporter = await forum.member('reporter_r')
})
beforeEach(async () => {
  post = await forum.post(author, 'birding')
  comment = (await forum.comment(author, post)).id
})
afterAll(() => forum.close())

const onPost = (fields: object = {}) => ({ type: 'post', targetId: post.id, reason: 3, ...fields })
const onComment = (fields: object = {}) => ({ type: 'comment', targetId: comment, reason: 3, ...fields })
const report = (member: Member, body: unknown) => member.post('/api/_report', body)
const countReports = async () =>
  (await sql`select from reports where post_id = ${post.id}`.execute(forum.db)).rows.length

describe('reporting', () => {
  // [CORE-7-026] [CORE-1-010] [CORE-0-003]
  it('[CORE-7-027] a post answers with the report, which does not name who reported', async () => {
    const answer = await report(reporter, onPost())
    expect(answer.statusCode).toBe(200)
    const filed = answer.json<FiledReport>()
    expect(Object.keys(filed).sort()).toEqual([...FiledReport.required].sort())
    expect(filed).toEqual({
      id: expect.any(Number),
      communityId: expect.any(String),
      postId: post.id,
      reason: 'Spam',
      description: null,
      reasonId: 3,
      type: 'post',
      targetId: post.id,
      actionTaken: null,
      dealtAt: null,
      dealtBy: null,
      createdAt: expect.any(String),
      target: null,
    })
    expect(await countReports()).toBe(1)
  })

  it('[CORE-7-026] a comment names its post too', async () => {
    expect((await report(reporter, onComment())).json()).toMatchObject({
      type: 'comment',
      postId: post.id,
      targetId: comment,
    })
  })

  it('because a mark is missing is for communities that want marks', async () => {
    const unmarked = (fields: object) =>
      report(reporter, { ...fields, reason: undefined, isUnmarkedAi: true })
    const set = (policy: string) =>
      sql`update communities set made_with_ai = ${policy} where name = 'birding'`.execute(forum.db)
    expect((await unmarked(onPost())).json()).toEqual(errors.invalidReportReason)
    await set('marked')
    expect((await unmarked(onPost())).json()).toMatchObject({
      reason: 'Not marked as made with AI',
      description: null,
      reasonId: 0,
    })
    expect((await unmarked(onPost())).json()).toEqual(errors.alreadyReported)
    await set('refused')
    expect((await unmarked(onComment())).json()).toMatchObject({ targetId: comment, reasonId: 0 })
    const { items } = (await moderator.get('/api/modqueue/items')).json()
    expect(JSON.stringify(items)).toContain('Not marked as made with AI')
    for (const [table, about] of [
      ['posts', onPost()],
      ['comments', onComment()],
    ] as const)
      for (const marker of ['author', 'mods', 'admins', 'rule']) {
        await sql`update ${sql.table(table)} set made_with_ai_by = ${marker}`.execute(forum.db)
        expect((await unmarked(about)).json()).toEqual(errors.invalidReportReason)
        await sql`update ${sql.table(table)} set made_with_ai_by = null`.execute(forum.db)
      }
    await set('allowed')
  })

  it('is about a post if the type is missing', async () => {
    const answer = await report(reporter, { targetId: post.id, reason: 1 })
    expect(answer.json()).toMatchObject({ type: 'post', targetId: post.id, reason: 'Breaks community rules' })
  })

  it.each<[string, () => object]>([
    ['[CORE-8-011] a post', onPost],
    ['[CORE-8-010] a comment', onComment],
  ])('%s for the same reason twice is a conflict, also at the same moment', async (_what, body) => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => report(reporter, body())))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const refusal = await report(reporter, body())
    expect(refusal.statusCode).toBe(409)
    expect(refusal.json()).toEqual(errors.alreadyReported)
    expect(await countReports()).toBe(1)
  })

  it('is possible again for another reason, of another thing, and by someone else', async () => {
    await report(reporter, onPost())
    const others = [
      await report(reporter, onPost({ reason: 1 })),
      await report(reporter, onComment()),
      await report(moderator, onPost()),
    ]
    for (const answer of others) expect(answer.statusCode).toBe(200)
    expect(await countReports()).toBe(4)
  })

  it.each<[string, () => Member, () => object, object]>([
    ['[CORE-5-022] one’s own post', () => author, onPost, errors.ownContent],
    ['[CORE-5-022] one’s own comment', () => author, onComment, errors.ownContent],
    ['something that is neither', () => reporter, () => onPost({ type: 'user' }), errors.invalidReportType],
    [
      'with a type that every object has',
      () => reporter,
      () => onPost({ type: 'constructor' }),
      errors.invalidReportType,
    ],
    ['a post that is not there', () => reporter, () => onPost({ targetId: '99999999' }), errors.postNotFound],
    [
      'a comment that is not there',
      () => reporter,
      () => onComment({ targetId: '99999999' }),
      errors.commentNotFound,
    ],
    ['what is not an id', () => reporter, () => onPost({ targetId: 'abc' }), errors.invalidId],
    [
      '[CORE-5-021] without a reason',
      () => reporter,
      () => onPost({ reason: undefined }),
      errors.invalidJson,
    ],
    ['for a reason that is none', () => reporter, () => onPost({ reason: 'Spam' }), errors.invalidJson],
    ['for half a reason', () => reporter, () => onPost({ reason: 1.5 }), errors.invalidJson],
    ...[0, -1, 99, 2 ** 31, 2 ** 63, 1e300].map((reason): [string, () => Member, () => object, object] => [
      `for the unknown reason ${reason}`,
      () => reporter,
      () => onPost({ reason }),
      errors.invalidReportReason,
    ]),
  ])('%s is refused and files nothing', async (_case, who, body, refusal) => {
    expect((await report(who(), body())).json()).toEqual(refusal)
    expect(await countReports()).toBe(0)
  })

  it('[CORE-6-025] is refused to members banned from the community', async () => {
    const banned = await forum.member(`banned${stored(post.id)}`)
    await sql`insert into community_bans (community_id, user_id) select community_id, ${banned.id} from posts
      where id = ${post.id}`.execute(forum.db)
    for (const body of [onPost(), onComment()])
      expect((await report(banned, body)).json()).toEqual(errors.bannedFromCommunity)
    expect(await countReports()).toBe(0)
  })

  it('is refused to guests', async () => {
    const guest = await forum.guest()
    expect((await guest.post('/api/_report', onPost())).json()).toEqual(errors.notLoggedIn)
    expect(await countReports()).toBe(0)
  })

  it('of deleted content is not found', async () => {
    await author.delete(`/api/posts/${post.publicId}/comments/${comment}`)
    expect((await report(reporter, onComment())).json()).toEqual(errors.commentNotFound)
    await author.delete(`/api/posts/${post.publicId}`)
    expect((await report(reporter, onPost())).json()).toEqual(errors.postNotFound)
    expect(await countReports()).toBe(0)
  })
})
