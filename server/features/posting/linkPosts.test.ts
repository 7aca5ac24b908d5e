import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import type { Member } from '../../../tests/support/forum.ts'
import { create, imagesOf, startNewPosts } from '../../../tests/support/newPosts.ts'
import { stored as storedId } from '../../../tests/support/wireIds.ts'

const { author, forum, founder, other, refusesAndStoresNothing, upload } = await startNewPosts()

describe('a link post', () => {
  it('[CORE-3-015] has url and host name, and no picture yet', async () => {
    const answer = await create(author, {
      type: 'link',
      url: 'https://example.org/swifts?page=2',
      body: 'No text',
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      type: 'link',
      body: null,
      image: null,
      images: [],
      link: { url: 'https://example.org/swifts?page=2', hostname: 'example.org', image: null },
    })
  })

  it('[CORE-3-015] shows the picture of its page as soon as it has one, with its copies', async () => {
    const { id, publicId } = await forum.post(author, 'birding', { type: 'link', url: 'https://example.org' })
    await sql`with picture as (
        insert into images (use, secret, width, height, size, average_color, stored_at, is_used)
        values ('thumbnail', ${'s'.repeat(22)}, 1280, 720, 1000, 'rgb(1,2,3)', now(), true) returning id)
      update posts set link_image_id = picture.id from picture where posts.id = ${id}`.execute(forum.db)
    const { link } = (await other.get(`/api/posts/${publicId}`)).json<Post>()
    expect(link?.image).toMatchObject({ width: 1280, height: 720, averageColor: 'rgb(1,2,3)' })
    expect(link?.image?.copies.map(({ name }) => name)).toEqual(['tiny', 'desktop', 'mobile'])
    const { posts } = (await other.get('/api/posts?sort=latest&limit=1')).json<{ posts: Post[] }>()
    expect(posts[0]?.link).toEqual(link)
  })

  it('enqueues a job for its preview', async () => {
    const { id } = await forum.post(author, 'birding', { type: 'link', url: 'https://example.org' })
    await forum.post(author, 'birding')
    const { rows } = await sql<{ payload: object; max_attempts: number }>`
      select payload, max_attempts from graphile_worker._private_jobs
      join graphile_worker._private_tasks as tasks on tasks.id = task_id
      where identifier = 'fetch_link_preview' order by _private_jobs.id desc limit 1`.execute(forum.db)
    expect(rows).toEqual([{ payload: { postId: storedId(id) }, max_attempts: 3 }])
  })

  it.each<[string, string | null]>([
    ['[CORE-5-012] without an address', null],
    ['[CORE-5-012] with an empty address', '  '],
    ['[CORE-5-013] [CORE-8-006] with what is not an address', 'not an address'],
    ['[CORE-5-013] [CORE-8-006] with a script', 'javascript:alert(1)'],
    ['[CORE-5-013] with a file', 'file:///etc/passwd'],
    ['[CORE-5-013] with data', 'data:text/html,hello'],
    ['[CORE-5-013] with another scheme', 'ftp://example.org/swifts'],
  ])('%s is refused and stores nothing', async (_case, url) => {
    await refusesAndStoresNothing({ type: 'link', url }, errors.invalidUrl)
  })

  it('gets http as the default scheme', async () => {
    expect(
      (await create(author, { type: 'link', url: 'example.org/swifts' })).json<Post>().link,
    ).toMatchObject({
      url: 'http://example.org/swifts',
      hostname: 'example.org',
    })
  })
})

describe('any input', () => {
  it('creates a post or is refused, and never fails', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 })
    const image = fc.record({ imageId: fc.oneof(text, fc.bigInt().map(String)), caption: fc.option(text) })
    const sent = fc.record({
      type: fc.constantFrom('image', 'link'),
      title: text,
      images: fc.option(fc.array(image, { maxLength: 3 })),
      imageId: fc.option(text),
      url: fc.option(
        fc.oneof(
          text,
          fc.webUrl(),
          text.map((path) => `https://example.org/${path}`),
        ),
      ),
    })
    await fc.assert(
      fc.asyncProperty(sent, async (fields) => {
        const answer = await create(author, fields)
        expect(answer.statusCode).toBeLessThan(500)
      }),
      { numRuns: 60 },
    )
  })
})

describe('refusals of a new post', () => {
  const restricted = { community: 'archive' }
  let banned: Member

  beforeAll(async () => {
    banned = await forum.member('banned_b')
    await forum.community('archive', founder)
    await sql`update communities set posting_restricted = true where name = 'archive'`.execute(forum.db)
    await sql`insert into community_bans (community_id, user_id) select id, ${banned.id} from communities
      where name = 'birding'`.execute(forum.db)
  })

  it('[CORE-5-005] [CORE-6-022] a ban refuses posts of any type', async () => {
    for (const fields of [{ body: 'Text' }, { type: 'link', url: 'https://example.org' }])
      await refusesAndStoresNothing(fields, errors.bannedFromCommunity, banned)
    const images = imagesOf(await upload(banned))
    await refusesAndStoresNothing({ type: 'image', images }, errors.bannedFromCommunity, banned)
  })

  it('[CORE-3-031] a member sees where they are banned from', async () => {
    const { id } = (await banned.get('/api/communities/birding?byName=true')).json<{ id: string }>()
    expect((await banned.get('/api/_initial')).json()).toMatchObject({ bannedFrom: [id] })
    expect((await author.get('/api/_initial')).json()).toMatchObject({ bannedFrom: [] })
    expect((await (await forum.guest()).get('/api/_initial')).json()).toMatchObject({ bannedFrom: null })
  })

  it('[CORE-6-024] a ban refuses votes', async () => {
    const { id, publicId } = await forum.post(author, 'birding')
    const answer = await banned.post('/api/_postVote', { postId: id, up: true })
    expect(answer.json()).toEqual(errors.bannedFromCommunity)
    expect((await other.get(`/api/posts/${publicId}`)).json()).toMatchObject({ upvotes: 1 })
  })

  it('[CORE-5-007] in a restricted community only moderators and admins post, links and images too', async () => {
    const link = { ...restricted, type: 'link', url: 'https://example.org' }
    await refusesAndStoresNothing(link, errors.postingRestricted)
    const images = imagesOf(await upload(author))
    await refusesAndStoresNothing({ ...restricted, type: 'image', images }, errors.postingRestricted)
    expect((await create(founder, link)).statusCode).toBe(200)
  })

  it('[CORE-3-013] [CORE-3-035] members post as themselves or in a role of theirs', async () => {
    for (const userGroup of ['normal', 'mods', 'admins'])
      expect((await create(founder, { userGroup })).json()).toMatchObject({ userGroup })
    expect((await create(author, {})).json()).toMatchObject({ userGroup: 'normal' })
    await refusesAndStoresNothing({ userGroup: 'mods' }, errors.notModerator)
    await refusesAndStoresNothing({ userGroup: 'admins' }, errors.notAdmin)
    await refusesAndStoresNothing({ userGroup: 'owners' }, errors.invalidGroup)
  })

  it('come in the order of the contract', async () => {
    const all = {
      userGroup: 'mods',
      title: '',
      type: 'image',
      images: imagesOf(['999999']),
      community: 'nowhere',
    }
    await refusesAndStoresNothing({ ...all, userGroup: 'kings', type: 'poll' }, errors.invalidGroup)
    await refusesAndStoresNothing({ ...all, type: 'poll' }, errors.unsupportedPostType)
    await refusesAndStoresNothing(all, errors.communityNotFound)
    await refusesAndStoresNothing({ ...all, community: 'birding' }, errors.imageNotFound)
    const link = { ...all, community: 'birding', type: 'link', url: 'nothing' }
    await refusesAndStoresNothing(link, errors.invalidUrl)
    const long = `https://example.org/?${'q'.repeat(2048)}`
    await refusesAndStoresNothing({ ...link, url: long }, errors.urlTooLong)
    await refusesAndStoresNothing({ ...link, url: 'https://example.org' }, errors.titleTooShort, banned)
    const complete = { ...link, url: 'https://example.org', title: 'A title' }
    await refusesAndStoresNothing(complete, errors.bannedFromCommunity, banned)
    await refusesAndStoresNothing({ ...complete, ...restricted }, errors.postingRestricted)
    await refusesAndStoresNothing(complete, errors.notModerator)
  })
})
