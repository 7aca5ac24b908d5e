import sharp from 'sharp'
import { seedTexts } from './seedTexts.ts'

const communities = ['gardening', 'photography', 'bread', 'railways', 'cycling', 'weather']
const members = ['rowan', 'ilex', 'fern', 'sorrel', 'tansy', 'yarrow', 'bryony', 'linden']
const posts = 36
/** Every third post has pictures, as large as those of a telephone that shrinks them before it sends them. */
const picturesEvery = 3
const pictureSize = { width: 1600, height: 1200 }
const comments = 60

/** The paths of a page of each kind. */
export interface VisitedForum {
  readonly community: string
  /** A text with a discussion. */
  readonly post: string
  /** Pictures, without one. */
  readonly picturePost: string
  readonly profile: string
}

/**
 * Fills a new forum through its API, as people would: what a page loads is then all there, files of pictures too.
 *
 * @param url of a server that asks for no captcha and limits nobody.
 */
export async function fillVisitedForum(url: string): Promise<VisitedForum> {
  const texts = seedTexts(posts + comments)
  const textOf = (n: number) => texts[n % texts.length] as (typeof texts)[number]
  const people: Person[] = []
  for (const name of members) people.push(await signUp(url, name))
  const personOf = (n: number) => people[(n * 7919) % people.length] as Person
  const keeper = personOf(0)
  for (const [place, name] of communities.entries())
    await keeper.post('/api/communities', { name, about: textOf(place).body.slice(0, 400) })
  for (const [place, person] of people.entries())
    await person.post('/api/_settings?action=updateProfile', { aboutMe: textOf(place).body.slice(0, 300) })

  const made: { id: string; publicId: string; path: string; hasPictures: boolean }[] = []
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
    made.push({ id, publicId, hasPictures, path: `/${community}/post/${publicId}` })
    for (let voter = 0; voter < n % people.length; voter += 1)
      if (people[voter] !== author) await people[voter]?.post('/api/_postVote', { postId: id, up: true })
  }
  const post = made.findLast(({ hasPictures }) => !hasPictures)
  const picturePost = made.findLast(({ hasPictures }) => hasPictures)
  if (!post || !picturePost) throw new Error('The forum has no posts.')
  const said: string[] = []
  for (let n = 0; n < comments; n += 1) {
    const parentCommentId = n % 3 === 0 ? null : (said[Math.floor(n / 2)] ?? null)
    const { id } = await personOf(n).post(`/api/posts/${post.publicId}/comments`, {
      body: textOf(posts + n).body,
      parentCommentId,
    })
    said.push(id)
  }
  return {
    community: `/${communities[0]}`,
    post: post.path,
    picturePost: picturePost.path,
    profile: `/@${members[0]}`,
  }
}

interface Made {
  readonly id: string
  readonly publicId: string
}

interface Person {
  post(path: string, body: object): Promise<Made>
  /** @returns the id of the picture. */
  upload(picture: Buffer): Promise<string>
}

async function signUp(url: string, username: string): Promise<Person> {
  const cookies = new Map<string, string>()
  const send = async (method: string, path: string, body: BodyInit | null, type: string | null) => {
    const answer = await fetch(url + path, {
      method,
      body,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-csrf-token': decodeURIComponent(cookies.get('csrftoken') ?? ''),
        ...(type && { 'content-type': type }),
      },
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} → ${answer.status} ${text}`)
    return JSON.parse(text || 'null')
  }
  const post = (path: string, body: object) => send('POST', path, JSON.stringify(body), 'application/json')
  await send('GET', '/api/_initial', null, null)
  await post('/api/_signup', { username, password: `password of ${username}` })
  return {
    post,
    async upload(picture) {
      const form = new FormData()
      form.append('image', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'picture.jpg')
      return (await send('POST', '/api/_uploads', form, null)).id
    },
  }
}

/** Blurred noise, which weighs about what a photograph does; each of another colour. */
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
