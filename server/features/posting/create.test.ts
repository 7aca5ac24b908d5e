import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Post } from '../../../contract/entities/post.ts'
import { Post as PostSchema } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { startBirding } from '../../../tests/support/birding.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import type { Forum, Member } from '../../../tests/support/forum.ts'

let forum: Forum
let founder: Member
let author: Member
let reader: Member

beforeAll(async () => {
  ;({ forum, founder, author, reader } = await startBirding({ isFounderAdmin: true }))
})
afterAll(() => forum.close())

const draft = { type: 'text', title: 'Swifts are back', body: 'Seen **three** today.', community: 'birding' }
const create = (member: Member, fields: object = {}) => member.post('/api/posts', { ...draft, ...fields })
const postCount = async () =>
  (await sql<{ n: number }>`select count(*)::integer as n from posts`.execute(forum.db)).rows[0]?.n

describe('creating a post', () => {
  it('[CORE-7-010] [CORE-7-011] [CORE-1-007] answers with the post as its author sees it', async () => {
    const answer = await create(author)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      type: 'text',
      title: 'Swifts are back',
      body: 'Seen **three** today.',
      communityName: 'birding',
      username: 'wren_writes',
      userId: author.id,
      userGroup: 'normal',
      upvotes: 1,
      downvotes: 0,
      userVoted: true,
      userVotedUp: true,
      comments: null,
      noComments: 0,
      deleted: false,
      publicId: expect.stringMatching(/^[0-9A-Za-z_]{8}$/),
    })
  })

  it('takes four statements: the session, the community, the post, and reading it', async () => {
    for (let sent = 0; sent < forum.settings.holdFirst; sent++) await create(author)
    expect(await countQueries(forum.database, () => create(author))).toBe(4)
  })

  it('[CORE-3-010] [CORE-3-012] answers with every field of the contract and none besides', async () => {
    const { publicId } = (await create(author)).json<Post>()
    const post = (await reader.get(`/api/posts/${publicId}`)).json<Post>()
    const absentHere = [
      'userGhostId',
      'bodyHtml',
      'authorPicture',
      'authorBadges',
      'excerpt',
      'summary',
      'attachments',
      'link',
      'commentLimits',
      'madeWithAiBy',
      'downvoters',
      'lockedByGroup',
      'deletedAs',
      'deletedContentAs',
      'isSaved',
    ]
    const expected = Object.keys(PostSchema.properties).filter((key) => !absentHere.includes(key))
    expect(Object.keys(post).sort()).toEqual(expected.sort())
    expect(post.author).toMatchObject({ username: 'wren_writes', proPic: null, badges: [], email: null })
  })

  it('counts for its author and its community, and gives the author no points', async () => {
    const read = async () =>
      (
        await sql<object>`select users.points, users.post_count as by_author, communities.post_count as in_community
          from users, communities where users.id = ${author.id} and communities.name = 'birding'`.execute(
          forum.db,
        )
      ).rows[0] as { points: number; by_author: number; in_community: number }
    const before = await read()
    await create(author)
    expect(await read()).toEqual({
      points: before.points,
      by_author: before.by_author + 1,
      in_community: before.in_community + 1,
    })
  })

  it('finds the community in any case and keeps an empty text as none', async () => {
    expect((await create(author, { community: 'BirdING', body: '  ' })).json()).toMatchObject({
      communityName: 'birding',
      body: null,
    })
  })

  it('[CORE-5-003] cuts a title at 255 characters, and a body at 20,000, without tearing an emoji', async () => {
    const { title, body } = (
      await create(author, { title: '🐦'.repeat(300), body: '🐦'.repeat(20_001) })
    ).json<Post>()
    expect(Array.from(title)).toHaveLength(255)
    expect(Array.from(body ?? '')).toHaveLength(20_000)
    expect(`${title}${body}`.replaceAll('🐦', '')).toBe('')
  })

  it.each<[string, object, object]>([
    ['[CORE-5-001] without a title', { title: '' }, errors.titleTooShort],
    ['[CORE-5-002] with a title of two characters', { title: ' ab ' }, errors.titleTooShort],
    ['[CORE-5-002] with a title of two emoji', { title: '🐦🐦' }, errors.titleTooShort],
    ['with a title that shows nothing', { title: '\u200b\u2060\u3164\u2800' }, errors.titleTooShort],
    ['with a title that shows two characters', { title: 'a\u200d\u200d\u200db' }, errors.titleTooShort],
    ['[CORE-5-004] without a community', { community: '' }, errors.communityNotFound],
    ['into a community that is not there', { community: 'nowhere' }, errors.communityNotFound],
    ['of an unknown type', { type: 'poll' }, errors.unsupportedPostType],
    ['as someone unknown', { userGroup: 'kings' }, errors.invalidGroup],
    ['as a moderator without being one', { userGroup: 'mods' }, errors.notModerator],
    ['as an admin without being one', { userGroup: 'admins' }, errors.notAdmin],
    ['with a title that is not a text', { title: 7 }, errors.invalidJson],
  ])('%s is refused and stores nothing', async (_case, fields, refusal) => {
    const before = await postCount()
    expect((await create(author, fields)).json()).toEqual(refusal)
    expect(await postCount()).toBe(before)
  })

  it('[CORE-6-004] is refused to guests', async () => {
    const guest = await forum.guest()
    expect((await guest.post('/api/posts', draft)).json()).toEqual(errors.notLoggedIn)
  })

  it('is refused to members banned from the community', async () => {
    const banned = await forum.member('banned_b')
    await sql`insert into community_bans (community_id, user_id) select id, ${banned.id} from communities
      where name = 'birding'`.execute(forum.db)
    expect((await create(banned)).json()).toEqual(errors.bannedFromCommunity)
  })

  it('in a restricted community is for its moderators and admins', async () => {
    await forum.community('archive', founder)
    await sql`update communities set posting_restricted = true where name = 'archive'`.execute(forum.db)
    const admin = await forum.member('admin_of_all', { isAdmin: true })
    expect((await create(author, { community: 'archive' })).json()).toEqual(errors.postingRestricted)
    expect((await create(founder, { community: 'archive' })).statusCode).toBe(200)
    expect((await create(admin, { community: 'archive' })).statusCode).toBe(200)
  })

  it('stores the role of a moderator or admin with the post', async () => {
    expect((await create(founder, { userGroup: 'mods' })).json()).toMatchObject({ userGroup: 'mods' })
    expect((await create(founder, { userGroup: 'admins' })).json()).toMatchObject({ userGroup: 'admins' })
  })
})
