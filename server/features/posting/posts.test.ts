import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Post } from '../../../contract/entities/post.ts'
import { Post as PostSchema } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'

let forum: Forum
let founder: Member
let author: Member
let reader: Member

beforeAll(async () => {
  forum = await startForum()
  founder = await forum.member('founder', { isAdmin: true })
  await forum.community('birding', founder)
  author = await forum.member('wren_writes')
  reader = await forum.member('reader_r')
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

  it('[CORE-3-010] [CORE-3-012] answers with every field of the contract and none besides', async () => {
    const { publicId } = (await create(author)).json<Post>()
    const post = (await reader.get(`/api/posts/${publicId}`)).json<Post>()
    const absentHere = [
      'userGhostId',
      'bodyHtml',
      'authorPicture',
      'authorBadges',
      'excerpt',
      'attachments',
      'link',
      'lockedByGroup',
      'deletedAs',
      'deletedContentAs',
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
    ['as somebody unknown', { userGroup: 'kings' }, errors.invalidGroup],
    ['as a moderator without being one', { userGroup: 'mods' }, errors.notModerator],
    ['as an admin without being one', { userGroup: 'admins' }, errors.notAdmin],
    ['with a title that is no text', { title: 7 }, errors.invalidJson],
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

describe('reading a post', () => {
  it('[CORE-7-009] includes comments, and the community by default', async () => {
    const { publicId } = (await create(author)).json<Post>()
    const read = async (query: string) => (await reader.get(`/api/posts/${publicId}${query}`)).json<Post>()
    expect(await read('')).toMatchObject({ comments: [], commentsNext: null, community: { name: 'birding' } })
    expect((await read('?fetchCommunity=true')).community).toMatchObject({
      mods: [{ username: 'founder' }],
      rules: [],
      userJoined: false,
      userMod: false,
    })
    expect(await read('?fetchCommunity=false')).not.toHaveProperty('community')
  })

  it('[CORE-1-003] is open to guests, who have no votes and no visits', async () => {
    const { publicId } = (await create(author)).json<Post>()
    const guest = await forum.guest()
    const read = () => guest.get(`/api/posts/${publicId}`)
    await read()
    expect((await read()).json()).toMatchObject({
      userVoted: null,
      userVotedUp: null,
      lastVisitAt: null,
      newComments: 0,
    })
  })

  it('returns the previous visit and counts comments by others since then', async () => {
    const { id, publicId } = (await create(author)).json<Post>()
    const read = async () => (await reader.get(`/api/posts/${publicId}`)).json<Post>()
    expect((await read()).lastVisitAt).toBeNull()
    await forum.comment(author, { id, publicId })
    await forum.comment(reader, { id, publicId })
    const second = await read()
    expect(second).toMatchObject({ lastVisitAt: expect.any(String), newComments: 1 })
    const third = await read()
    expect(third.newComments).toBe(0)
    expect(Date.parse(third.lastVisitAt ?? '')).toBeGreaterThan(Date.parse(second.lastVisitAt ?? ''))
  })

  it('for our own pages returns HTML instead of the source', async () => {
    const { publicId } = (await create(author)).json<Post>()
    const post = (await reader.get(`/api/posts/${publicId}?render=page`)).json<Post>()
    expect(post).toMatchObject({ body: null, bodyHtml: '<p>Seen <strong>three</strong> today.</p>\n' })
  })

  it('renders a text again if an older renderer made its stored HTML', async () => {
    const { publicId } = (await create(author)).json<Post>()
    await sql`update posts set body_html = 'old', body_renderer = 0 where public_id = ${publicId}`.execute(
      forum.db,
    )
    const post = (await reader.get(`/api/posts/${publicId}?render=page`)).json<Post>()
    expect(post.bodyHtml).toContain('<strong>three</strong>')
  })

  it.each(['abcdefgh', 'x', 'ABC%00DEF', 'a'.repeat(200)])('answers 404 for %s', async (publicId) => {
    expect((await reader.get(`/api/posts/${publicId}`)).json()).toEqual(errors.postNotFound)
  })

  it('tells public ids apart by case', async () => {
    const { publicId } = (await create(author)).json<Post>()
    await sql`update posts set public_id = 'AbCdEf12' where public_id = ${publicId}`.execute(forum.db)
    expect((await reader.get('/api/posts/AbCdEf12')).statusCode).toBe(200)
    expect((await reader.get('/api/posts/abcdef12')).statusCode).toBe(404)
  })
})

describe('an author whose account is deleted', () => {
  it('is the ghost for everybody except admins', async () => {
    const gone = await forum.member('gone_one')
    const { id, publicId } = (await create(gone)).json<Post>()
    await forum.comment(gone, { id, publicId })
    await sql`update users set deleted_at = now() where id = ${gone.id}`.execute(forum.db)
    const asReader = (await reader.get(`/api/posts/${publicId}`)).json<Post>()
    expect(asReader).toMatchObject({
      userId: '000000000000000000000000',
      username: 'ghost',
      userDeleted: true,
      userGhostId: expect.stringMatching(/^[0-9a-f]{8}$/),
      author: { username: 'ghost', deleted: true },
    })
    expect(asReader.comments?.[0]).toMatchObject({ username: 'ghost', userGhostId: asReader.userGhostId })
    const asAdmin = (await founder.get(`/api/posts/${publicId}`)).json<Post>()
    expect(asAdmin).toMatchObject({
      userId: gone.id,
      username: 'gone_one',
      userGhostId: asReader.userGhostId,
    })
    expect(asAdmin).not.toHaveProperty('author')
  })
})

describe('editing a post', () => {
  const edit = (member: Member, publicId: string, fields: object) =>
    member.put(`/api/posts/${publicId}`, fields)

  it('[CORE-6-006] [CORE-7-012] replaces title and body and says when', async () => {
    const { publicId } = (await create(author)).json<Post>()
    const answer = (await edit(author, publicId, { title: 'Swifts have left', body: 'None.' })).json<Post>()
    expect(answer).toMatchObject({ title: 'Swifts have left', body: 'None.', editedAt: expect.any(String) })
    expect((await reader.get(`/api/posts/${publicId}`)).json()).toMatchObject({
      title: 'Swifts have left',
      body: 'None.',
      editedAt: answer.editedAt,
    })
  })

  it('is refused without a body, which only other changes can do without', async () => {
    const { publicId } = (await create(author)).json<Post>()
    expect((await author.put(`/api/posts/${publicId}`)).json()).toEqual(errors.invalidJson)
    const asMember = `/api/posts/${publicId}?action=changeAsUser&userGroup=normal`
    expect((await author.put(asMember)).statusCode).toBe(200)
  })

  it('[CORE-5-016] ignores other fields', async () => {
    await forum.community('elsewhere', founder)
    const before = (await create(author)).json<Post>()
    await edit(author, before.publicId, {
      ...before,
      title: 'A new title',
      type: 'link',
      community: 'elsewhere',
      userGroup: 'admins',
      upvotes: 99,
      isPinned: true,
    })
    const after = (await author.get(`/api/posts/${before.publicId}`)).json<Post>()
    expect(after).toMatchObject({
      title: 'A new title',
      body: before.body,
      type: 'text',
      communityName: 'birding',
      userGroup: 'normal',
      upvotes: 1,
      isPinned: false,
    })
  })

  it('without a change does not mark the post as edited', async () => {
    const { publicId } = (await create(author)).json<Post>()
    expect((await edit(author, publicId, { title: draft.title, body: draft.body })).json()).toMatchObject({
      editedAt: null,
    })
  })

  it('is refused to everybody but the author, and the text stays', async () => {
    const { publicId } = (await create(author)).json<Post>()
    for (const member of [reader, founder])
      expect((await edit(member, publicId, { title: 'Not mine' })).json()).toEqual(errors.notAuthor)
    const guest = await forum.guest()
    expect((await guest.put(`/api/posts/${publicId}`, { title: 'Not mine' })).json()).toEqual(
      errors.notLoggedIn,
    )
    expect((await reader.get(`/api/posts/${publicId}`)).json()).toMatchObject({ title: draft.title })
  })

  it('removes characters from a title that would change the direction of text after it, like creating does', async () => {
    const { publicId, title } = (
      await create(author, { title: 'Our \u202egpj.exe\u202c files' })
    ).json<Post>()
    expect(title).toBe('Our gpj.exe files')
    const edited = (await edit(author, publicId, { title: '\u2066Their\u2069 \u202agpj.exe' })).json<Post>()
    expect(edited.title).toBe('Their gpj.exe')
    // Directional marks are part of Arabic and Hebrew texts.
    expect((await edit(author, publicId, { title: 'שלום\u200f!' })).json<Post>().title).toBe('שלום\u200f!')
  })

  it('refuses a title that is too short, unknown posts and unknown actions', async () => {
    const { publicId } = (await create(author)).json<Post>()
    expect((await edit(author, publicId, { title: 'ab' })).json()).toEqual(errors.titleTooShort)
    expect((await edit(author, 'nowhere1', { title: 'A title' })).json()).toEqual(errors.postNotFound)
    expect((await author.put(`/api/posts/${publicId}?action=fly`, {})).json()).toEqual(errors.invalidAction)
  })
})

describe('deleting a post', () => {
  const remove = (member: Member, publicId: string, query = '') =>
    member.delete(`/api/posts/${publicId}${query}`)

  it('[CORE-4-021] [CORE-7-013] [CORE-7-055] by its author keeps it readable by its URL, but in no feed', async () => {
    const { publicId } = (await create(author)).json<Post>()
    expect((await remove(author, publicId)).json()).toMatchObject({
      deleted: true,
      deletedAs: 'normal',
      deletedAt: expect.any(String),
      deletedContent: false,
    })
    expect((await reader.get(`/api/posts/${publicId}`)).json()).toMatchObject({
      deleted: true,
      title: draft.title,
    })
    const { posts } = (await reader.get('/api/posts?limit=50')).json<{ posts: Post[] }>()
    expect(posts.map((post) => post.publicId)).not.toContain(publicId)
  })

  it('with its content erases the text for good', async () => {
    const { id, publicId } = (await create(author)).json<Post>()
    expect((await remove(author, publicId, '?deleteAs=normal&deleteContent=true')).json()).toMatchObject({
      deletedContent: true,
      deletedContentAs: 'normal',
      body: '',
      title: draft.title,
    })
    const { rows } = await sql`select body, body_html, excerpt from posts where id = ${id}`.execute(forum.db)
    expect(rows).toEqual([{ body: '', body_html: null, excerpt: null }])
  })

  it('can delete the content later, once, and keeps the role of the first deletion', async () => {
    const { publicId } = (await create(author)).json<Post>()
    await remove(founder, publicId, '?deleteAs=mods')
    const second = (await remove(author, publicId, '?deleteContent=true')).json<Post>()
    expect(second).toMatchObject({ deletedAs: 'mods', deletedContentAs: 'normal' })
    expect((await remove(author, publicId, '?deleteContent=true')).json()).toEqual(errors.postAlreadyDeleted)
  })

  it('decrements the counter of its author once, also with concurrent calls', async () => {
    const { publicId } = (await create(author)).json<Post>()
    const count = async () =>
      (
        await forum.db
          .selectFrom('users')
          .select('post_count')
          .where('id', '=', author.id)
          .executeTakeFirstOrThrow()
      ).post_count
    const before = await count()
    const answers = await Promise.all(Array.from({ length: 8 }, () => remove(author, publicId)))
    expect(new Set(answers.map((answer) => answer.statusCode))).toContain(200)
    expect(await count()).toBe(before - 1)
  })

  it.each<[string, () => Member, string, object]>([
    ['another member', () => reader, '', errors.notAuthor],
    ['a member as moderator', () => reader, '?deleteAs=mods', errors.notModerator],
    ['a member as admin', () => reader, '?deleteAs=admins', errors.notAdmin],
    [
      'a moderator with the content',
      () => founder,
      '?deleteAs=mods&deleteContent=true',
      errors.moderatorsKeepContent,
    ],
    ['its author in no known role', () => author, '?deleteAs=kings', errors.invalidGroup],
    [
      'its author, perhaps with content',
      () => author,
      '?deleteContent=perhaps',
      errors.deleteContentNotBoolean,
    ],
  ])('is refused to %s, and the post stays', async (_case, member, query, refusal) => {
    const { publicId } = (await create(author)).json<Post>()
    const answer = (await remove(member(), publicId, query)).json()
    expect(answer).toEqual(
      'code' in refusal ? refusal : { status: 400, message: errors.deleteContentNotBoolean.message },
    )
    expect((await reader.get(`/api/posts/${publicId}`)).json()).toMatchObject({ deleted: false })
  })

  it('is refused to guests', async () => {
    const { publicId } = (await create(author)).json<Post>()
    const guest = await forum.guest()
    expect((await guest.delete(`/api/posts/${publicId}`)).json()).toEqual(errors.notLoggedIn)
  })

  it('twice is a conflict', async () => {
    const { publicId } = (await create(author)).json<Post>()
    await remove(author, publicId)
    expect((await remove(author, publicId)).json()).toEqual(errors.postAlreadyDeleted)
  })
})
