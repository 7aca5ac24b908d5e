import { loadSecrets } from '../../../server/platform/http/secrets.ts'
import type { PostFields } from '../../support/forum.ts'
import { headersOf, insertMember, passwordOf } from '../../support/members.ts'
import { picture } from '../../support/pictures.ts'
import { type Server, startServer } from './server.ts'

/** A member who acts through the API with their own session. */
export interface Member {
  readonly id: string
  readonly username: string
  readonly password: string
  /** The cookies that log a browser in as this member. */
  readonly cookies: { name: string; value: string; url: string }[]
  /** @throws when the answer is not a success. */
  get<T>(path: string): Promise<T>
  post<T>(path: string, body: unknown): Promise<T>
  put<T>(path: string, body: unknown): Promise<T>
  delete<T>(path: string, body?: unknown): Promise<T>
  /** Sends a file as the form field `image`. */
  sendImage<T>(path: string, file: Buffer): Promise<T>
}

export interface Site extends Pick<Server, 'url' | 'db'> {
  /** The first account, which is an admin. */
  readonly keeper: Member
  /** A unique name of at most 21 letters, digits and underscores. */
  newName(beginning: string): string
  /** A new account whose name starts with the given one; its points do not have to have been earned. */
  signUp(beginning: string, facts?: { isAdmin?: boolean; points?: number }): Promise<Member>
  /** A new community, created by the keeper by default. Its name starts with the given one. */
  createCommunity(beginning: string, facts?: { about?: string; creator?: Member }): Promise<CommunityFacts>
  /** A new text post, or `{ type: 'link', url }`, or `{ type: 'image', images: 3 }` with this many new pictures. */
  createPost(author: Member, community: string, facts?: PostFields): Promise<PostFacts>
  /** A small picture, uploaded and not yet used by any post. */
  upload(member: Member): Promise<Fact>
  comment(author: Member, post: { publicId: string }, body: string, parent?: { id: string }): Promise<Fact>
  join(member: Member, community: Fact): Promise<void>
  upvote(member: Member, post: Fact): Promise<void>
  stop(): Promise<void>
}

export interface Fact {
  readonly id: string
}
export interface CommunityFacts extends Fact {
  readonly name: string
}
export interface PostFacts extends Fact {
  readonly publicId: string
  readonly title: string
}

/** A server with helpers that create members and content. @param environment as for `startServer`. */
export async function startSite(environment: Record<string, string> = {}): Promise<Site> {
  const server = await startServer(environment)
  // A busy machine may be too slow for the timeouts of the first requests.
  while ((await fetch(server.url)).status === 503);
  const { session: sessionKey } = await loadSecrets(server.db)
  let made = 0
  const newName = (beginning: string) => {
    made += 1
    return `${beginning.slice(0, 21 - String(made).length)}${made}`
  }

  async function createAccount(
    username: string,
    facts: { isAdmin?: boolean; points?: number },
  ): Promise<Member> {
    const member = await insertMember(server.db, sessionKey, { username, ...facts })
    const { id, cookies } = member
    const headers = headersOf(member)
    const call = <T>(method: string) => {
      return async (path: string, body?: unknown): Promise<T> => {
        const answer = await fetch(new URL(path, server.url), {
          method,
          headers: { ...headers, 'Content-Type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
        return read<T>(answer, `${method} ${path}`)
      }
    }
    return {
      id,
      username,
      password: passwordOf(username),
      cookies: Object.entries(cookies).map(([name, value]) => ({ name, value, url: server.url })),
      get: (path) => call<never>('GET')(path),
      post: (path, body) => call<never>('POST')(path, body),
      put: (path, body) => call<never>('PUT')(path, body),
      delete: (path, body) => call<never>('DELETE')(path, body),
      async sendImage(path, file) {
        const form = new FormData()
        form.append('image', new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'picture.jpg')
        const answer = await fetch(new URL(path, server.url), { method: 'POST', headers, body: form })
        return read(answer, `POST ${path}`)
      },
    }
  }

  async function upload(member: Member): Promise<Fact> {
    made += 1
    return member.sendImage('/api/_uploads', await picture(made))
  }

  const keeper = await createAccount('keeper', { isAdmin: true }).catch(async (error) => {
    // The caller does not have the server yet, so nobody else can stop it.
    await server.stop()
    throw error
  })
  return {
    url: server.url,
    db: server.db,
    keeper,
    newName,
    signUp: (beginning, { isAdmin = false, points = 0 } = {}) =>
      createAccount(newName(beginning), { isAdmin, points }),
    createCommunity: (beginning, { about = '', creator = keeper } = {}) =>
      creator.post('/api/communities', { name: newName(beginning), about }),
    upload,
    async createPost(author, community, facts = {}) {
      const images: { imageId: string }[] = []
      if (facts.type === 'image')
        while (images.length < facts.images) images.push({ imageId: (await upload(author)).id })
      return author.post('/api/posts', {
        title: 'A post about something',
        body: 'Its text.',
        community,
        ...facts,
        images,
      })
    },
    comment: (author, { publicId }, body, parent) =>
      author.post(`/api/posts/${publicId}/comments`, { body, parentCommentId: parent?.id ?? null }),
    async join(member, { id }) {
      await member.post('/api/_joinCommunity', { communityId: id, leave: false })
    },
    async upvote(member, { id }) {
      await member.post('/api/_postVote', { postId: id, up: true })
    },
    stop: () => server.stop(),
  }
}

async function read<T>(answer: Response, what: string): Promise<T> {
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${what} → ${answer.status} ${text}`)
  return (text === '' ? null : JSON.parse(text)) as T
}
