import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { startBirding } from '../../../tests/support/birding.ts'
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
    const read = async () => (await reader.get(`/api/posts/${publicId}?render=page`)).json<Post>()
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

  it.each(['abcdefgh', 'x', 'a'.repeat(200)])('answers 404 for %s', async (publicId) => {
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
  it('is the ghost for everyone except admins', async () => {
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
