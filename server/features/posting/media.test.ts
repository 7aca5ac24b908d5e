import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { stored as storedId } from '../../../tests/support/wireIds.ts'

let forum: Forum
let founder: Member
let author: Member
let other: Member

beforeAll(async () => {
  forum = await startForum()
  founder = await forum.member('founder', { isAdmin: true })
  await forum.community('birding', founder)
  author = await forum.member('wren_writes')
  other = await forum.member('other_o')
})
afterAll(() => forum.close())

const draft = { title: 'Swifts are back', community: 'birding' }
const create = (member: Member, fields: object) => member.post('/api/posts', { ...draft, ...fields })
const createImages = (member: Member, images: unknown) => create(member, { type: 'image', images })
const one = async <T>(query: RawBuilder<T>) => (await query.execute(forum.db)).rows[0]
const stored = () =>
  one(sql`select (select count(*) from posts) as posts, (select count(*) from post_images) as images,
    (select count(*) from images where is_used) as used, (select sum(post_count) from users) as by_authors,
    (select sum(post_count) from communities) as in_communities,
    (select count(*) from graphile_worker.jobs) as jobs`)
const upload = async (member: Member, count = 1) => {
  const ids: string[] = []
  while (ids.length < count) ids.push((await forum.upload(member)).id)
  return ids
}
const imagesOf = (ids: readonly string[], captions: readonly (string | null)[] = []) =>
  ids.map((imageId, place) => ({ imageId, caption: captions[place] ?? '' }))

async function refusesAndStoresNothing(fields: object, refusal: object, member = author) {
  const before = await stored()
  expect((await create(member, fields)).json()).toEqual(refusal)
  expect(await stored()).toEqual(before)
}

describe('an image post', () => {
  it('[CORE-3-016] has its images in the order of its author, each with its copies', async () => {
    const [first = '', second = '', third = ''] = await upload(author, 3)
    const answer = await createImages(author, imagesOf([third, first, second]))
    expect(answer.statusCode).toBe(200)
    const post = answer.json<Post>()
    expect(post).toMatchObject({ type: 'image', body: null, upvotes: 1, userVotedUp: true })
    expect(post).not.toHaveProperty('link')
    expect(post.images.map(({ id }) => id)).toEqual([third, first, second])
    expect(post.image).toEqual(post.images[0])
    expect(post.images[0]).toMatchObject({
      format: 'jpeg',
      mimetype: 'image/jpeg',
      width: 160,
      height: expect.any(Number),
      averageColor: expect.stringMatching(/^rgb\(\d+,\d+,\d+\)$/),
      altText: null,
      url: expect.stringMatching(new RegExp(`^/images/${storedId(third)}\\.jpeg\\?sig=`)),
    })
    expect(post.images[0]?.copies.map(({ name }) => name)).toEqual([
      'tiny',
      'small',
      'medium',
      'large',
      'huge',
    ])
  })

  it('is the same on its page and in feeds, also for guests', async () => {
    const { images, publicId, id } = (
      await createImages(author, imagesOf(await upload(author, 2)))
    ).json<Post>()
    const guest = await forum.guest()
    expect((await guest.get(`/api/posts/${publicId}`)).json()).toMatchObject({ image: images[0], images })
    const listFeed = () => other.get('/api/posts?sort=latest&limit=1')
    // Session, order, and the posts of the feed, for any number of images.
    expect(await countQueries(forum.database, listFeed)).toBe(3)
    for (const reader of [guest, other])
      for (const render of ['', '&render=page']) {
        const { posts } = (await reader.get(`/api/posts?sort=latest&limit=1${render}`)).json<{
          posts: Post[]
        }>()
        expect(posts).toMatchObject([{ id, image: images[0], images }])
      }
    const voted = await other.post('/api/_postVote', { postId: id, up: true })
    expect(voted.json()).toMatchObject({ image: images[0], images })
  })

  it('takes captions as alt texts, cut at 1024 characters, unless an image had one before', async () => {
    const ids = await upload(author, 4)
    await author.put(`/api/images/${ids[1]}`, { altText: 'Two swifts' })
    const captions = ['A swift', 'Something else', '🐦'.repeat(1100), '  ']
    const { images } = (await createImages(author, imagesOf(ids, captions))).json<Post>()
    expect(images.map(({ altText }) => altText)).toEqual(['A swift', 'Two swifts', '🐦'.repeat(1024), null])
  })

  it('may name a single image in the older form, which is ignored if the other is given', async () => {
    const [one = '', two = ''] = await upload(author, 2)
    expect((await create(author, { type: 'image', imageId: one })).json<Post>().image?.id).toBe(one)
    const both = await create(author, { type: 'image', imageId: one, images: imagesOf([two]) })
    expect(both.json<Post>().images.map(({ id }) => id)).toEqual([two])
  })

  it('stores neither text nor link', async () => {
    const images = imagesOf(await upload(author))
    const sent = { type: 'image', images, body: 'A text', url: 'https://example.org' }
    const post = (await create(author, sent)).json<Post>()
    expect(post.body).toBeNull()
    expect(post).not.toHaveProperty('link')
  })

  it.each<[string, unknown, object]>([
    ['[CORE-5-008] without images', undefined, errors.invalidImageId],
    ['[CORE-5-008] with an empty list of images', [], errors.invalidImageId],
    ['with an id that is none', [{ imageId: 'abc' }], errors.invalidImageId],
    ['with an empty id', [{ imageId: '' }], errors.invalidImageId],
    ['with an image that nobody uploaded', [{ imageId: '999999' }], errors.imageNotFound],
    ['with a number in place of an id', [{ imageId: 7 }], errors.invalidJson],
  ])('%s is refused and stores nothing', async (_case, images, refusal) => {
    await refusesAndStoresNothing({ type: 'image', images }, refusal)
  })

  it('[CORE-5-009] with more than ten images is refused, with ten it is not', async () => {
    const ids = await upload(author, 11)
    await refusesAndStoresNothing({ type: 'image', images: imagesOf(ids) }, errors.tooManyImages)
    expect((await createImages(author, imagesOf(ids.slice(0, 10)))).json<Post>().images).toHaveLength(10)
  })

  it('with the same image twice is refused and stores nothing', async () => {
    const [id = ''] = await upload(author)
    await refusesAndStoresNothing({ type: 'image', images: imagesOf([id, id]) }, errors.invalidImageId)
  })

  it('with an upload of another member is refused and stores nothing', async () => {
    const [own = ''] = await upload(author)
    const [foreign = ''] = await upload(other)
    await refusesAndStoresNothing({ type: 'image', images: imagesOf([own, foreign]) }, errors.imageNotFound)
    expect((await createImages(other, imagesOf([foreign]))).statusCode).toBe(200)
  })

  it('with an image that a post shows already is refused and stores nothing', async () => {
    const ids = await upload(author)
    await createImages(author, imagesOf(ids))
    await refusesAndStoresNothing({ type: 'image', images: imagesOf(ids) }, errors.imageNotFound)
  })

  it('gets an image in only one of many concurrent calls', async () => {
    const ids = await upload(author, 2)
    const before = await one(sql<{ posts: number }>`select count(*)::integer as posts from posts`)
    const answers = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((n) => createImages(author, imagesOf(n % 2 ? ids : ids.toReversed()))),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404, 404, 404, 404])
    const after = await one(sql<{ posts: number }>`select count(*)::integer as posts from posts`)
    expect(after?.posts).toBe((before?.posts ?? 0) + 1)
  })
})

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
    ['[CORE-5-013] [CORE-8-006] with what is no address', 'not an address'],
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
    await refusesAndStoresNothing({ ...link, url: 'https://example.org' }, errors.titleTooShort, banned)
    const complete = { ...link, url: 'https://example.org', title: 'A title' }
    await refusesAndStoresNothing(complete, errors.bannedFromCommunity, banned)
    await refusesAndStoresNothing({ ...complete, ...restricted }, errors.postingRestricted)
    await refusesAndStoresNothing(complete, errors.notModerator)
  })
})

describe.each([
  ['[CORE-5-014] images', 'image'],
  ['[CORE-5-015] links', 'link'],
])('points for posting %s', (_what, type) => {
  const cases: [string, string, number, boolean][] = [
    ['no more than asked are too few', '5', 5, false],
    ['one more than asked is enough', '5', 6, true],
    ['one is too few when one is asked', '1', 1, false],
    ['none are needed when none are asked', '0', 0, true],
  ]
  it.each(cases)('%s', async (_case, asked, points, mayPost) => {
    const site = await startForum({ MEDIA_POST_POINTS: asked })
    await site.community('birding')
    const member = await site.member('somebody', { points })
    const images = type === 'image' ? [{ imageId: (await site.upload(member)).id }] : []
    const answer = await member.post('/api/posts', { ...draft, type, images, url: 'https://example.org' })
    if (mayPost) expect(answer.statusCode).toBe(200)
    else expect(answer.json()).toEqual(errors.notEnoughPointsForMedia)
    expect((await member.post('/api/posts', { ...draft, body: 'A text' })).statusCode).toBe(200)
    await site.close()
  })
})

describe('a site', () => {
  it('without image posts refuses them, and no others', async () => {
    const site = await startForum({ IMAGE_POSTS: 'off' })
    await site.community('birding')
    const member = await site.member('somebody')
    const image = { ...draft, type: 'image', images: [{ imageId: '1' }] }
    expect((await member.post('/api/posts', image)).json()).toEqual(errors.noImagePosts)
    expect((await member.post('/api/posts', { ...draft, type: 'link', url: 'example.org' })).statusCode).toBe(
      200,
    )
    await site.close()
  })

  it('publishes how many images a post may have', async () => {
    const site = await startForum({ IMAGES_PER_POST: '2' })
    await site.community('birding')
    const member = await site.member('somebody')
    await expect(site.post(member, 'birding', { type: 'image', images: 3 })).rejects.toThrow(
      'too-many-images',
    )
    await site.post(member, 'birding', { type: 'image', images: 2 })
    await site.close()
  })
})
