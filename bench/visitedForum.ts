import sharp from 'sharp'
import { type Person, signUp } from './person.ts'
import { seedTexts } from './seedTexts.ts'

const communities = ['gardening', 'photography', 'bread', 'railways', 'cycling', 'weather']
const members = ['rowan', 'ilex', 'fern', 'sorrel', 'tansy', 'yarrow', 'bryony', 'linden']
const posts = 36
/** Every third post has pictures, of the size that phones send after shrinking them. */
const picturesEvery = 3
const pictureSize = { width: 1600, height: 1200 }
const comments = 60

/** Paths of one page of each kind. */
export interface VisitedForum {
  readonly community: string
  /** A text post with comments. */
  readonly post: string
  /** A post with pictures and no comments. */
  readonly picturePost: string
  readonly profile: string
}

/**
 * Fills a new forum through its API, so that everything that a page loads exists, image files included.
 *
 * @param url of a server without captcha and rate limits.
 */
export async function fillVisitedForum(url: string): Promise<VisitedForum> {
  const texts = seedTexts(posts + comments)
  const textOf = (n: number) => texts[n % texts.length] as (typeof texts)[number]
  const people: Person[] = []
  for (const name of members) people.push(await signUp(url, name))
  const personOf = (n: number) => people[(n * 7919) % people.length] as Person
  const keeper = personOf(0)
  for (const [index, name] of communities.entries())
    await keeper.post('/api/communities', { name, about: textOf(index).body.slice(0, 400) })
  for (const [index, person] of people.entries())
    await person.post('/api/_settings?action=updateProfile', { aboutMe: textOf(index).body.slice(0, 300) })

  const created: { id: string; publicId: string; path: string; hasPictures: boolean }[] = []
  for (let n = 0; n < posts; n += 1) {
    const hasPictures = n % picturesEvery === 0
    const { title, body } = textOf(n)
    const community = communities[n % communities.length] as string
    const author = personOf(n)
    const images = hasPictures ? [{ imageId: await author.upload(await photograph(n)), caption: title }] : []
    const { id, publicId } = await author.post('/api/posts', {
      type: hasPictures ? 'image' : 'text',
      title,
      community,
      ...(hasPictures ? { images } : { body }),
    })
    created.push({ id, publicId, hasPictures, path: `/${community}/post/${publicId}` })
    for (let voter = 0; voter < n % people.length; voter += 1)
      if (people[voter] !== author) await people[voter]?.post('/api/_postVote', { postId: id, up: true })
  }
  const post = created.findLast(({ hasPictures }) => !hasPictures)
  const picturePost = created.findLast(({ hasPictures }) => hasPictures)
  if (!post || !picturePost) throw new Error('The forum has no posts.')
  const commentIds: string[] = []
  for (let n = 0; n < comments; n += 1) {
    const parentCommentId = n % 3 === 0 ? null : (commentIds[Math.floor(n / 2)] ?? null)
    const { id } = await personOf(n).post(`/api/posts/${post.publicId}/comments`, {
      body: textOf(posts + n).body,
      parentCommentId,
    })
    commentIds.push(id)
  }
  return {
    community: `/${communities[0]}`,
    post: post.path,
    picturePost: picturePost.path,
    profile: `/@${members[0]}`,
  }
}

/** Blurred noise, which compresses like a photograph, in a different color for each number. */
const photograph = (number: number): Promise<Buffer> =>
  sharp({
    create: {
      ...pictureSize,
      channels: 3,
      background: { r: 0, g: 0, b: 0 },
      noise: { type: 'gaussian', mean: 120, sigma: 60 },
    },
  })
    .blur(3)
    .tint({ r: (number * 67) % 256, g: (number * 131) % 256, b: (number * 29) % 256 })
    .jpeg({ quality: 85 })
    .toBuffer()
