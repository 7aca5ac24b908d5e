import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { startForum } from '../../../tests/support/forum.ts'
import { create, createImages, draft, imagesOf, startNewPosts } from '../../../tests/support/newPosts.ts'
import { stored as storedId } from '../../../tests/support/wireIds.ts'

const { author, forum, one, other, refusesAndStoresNothing, upload } = await startNewPosts()

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
    const member = await site.member('someone', { points })
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
    const member = await site.member('someone')
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
    const member = await site.member('someone')
    await expect(site.post(member, 'birding', { type: 'image', images: 3 })).rejects.toThrow(
      'too-many-images',
    )
    await site.post(member, 'birding', { type: 'image', images: 2 })
    await site.close()
  })
})
