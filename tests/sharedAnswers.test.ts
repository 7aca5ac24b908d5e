import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../contract/endpoints/endpoint.ts'
import { type EndpointName, endpoints } from '../contract/endpoints/index.ts'
import { type Client, type Forum, type Member, type PostFacts, startForum } from './support/forum.ts'

let forum: Forum
let author: Member
/** Has voted, saved, muted and visited what the calls are about. */
let reader: Member
let post: PostFacts
let comment: { id: string }

beforeAll(async () => {
  forum = await startForum({ GUEST_CACHE_SECONDS: '600' })
  author = await forum.member('wren_writes')
  reader = await forum.member('robin_reads')
  const admin = await forum.member('the_admin', { isAdmin: true })
  await forum.community('birding', admin)
  post = await forum.post(author, 'birding', { title: 'Finches' })
  comment = await forum.comment(author, post)
  const reply = await forum.comment(author, post, 'A reply.', comment.id)
  await reader.post('/api/_postVote', { postId: post.id, up: true })
  for (const { id } of [comment, reply]) await reader.post('/api/_commentVote', { commentId: id, up: true })
  await reader.post('/api/mutes', { userId: author.id })
  await admin.put(`/api/posts/${post.publicId}?action=lock&lockAs=admins`)
})
afterAll(() => forum.close())

type SharedCall = {
  [Name in EndpointName]: (typeof endpoints)[Name] extends { sharedByGuests: true } ? Name : never
}[EndpointName]

/** Every answer that guests share; a missing call does not compile. */
const urls: Record<SharedCall, () => string> = {
  getInitial: () => '/api/_initial',
  listPosts: () => '/api/posts?feed=all',
  getPost: () => `/api/posts/${post.publicId}`,
  listComments: () => `/api/posts/${post.publicId}/comments`,
  listReplies: () => `/api/posts/${post.publicId}/comments?parentId=${comment.id}`,
  getUserFeed: () => '/api/users/wren_writes/feed',
  listModerationLog: () => '/api/modlog',
  search: () => '/api/search?q=finches',
  suggest: () => '/api/search/suggestions?q=finches',
  countResults: () => '/api/search/counts?q=finches',
  getStaticPage: () => '/api/_pages/about',
}

/** URLs whose answer depends on the member. */
const personal: readonly SharedCall[] = [
  'getInitial',
  'listPosts',
  'getPost',
  'listComments',
  'listReplies',
  'getUserFeed',
  'search',
]

const ask = async (who: Client, url: string) => {
  const { statusCode, body, headers, cookies } = await who.send({ method: 'GET', url })
  expect(statusCode, body).toBe(200)
  return { body, headers, cookies }
}

describe('an answer that guests share', () => {
  it('is of a call in this table', () => {
    const shared = Object.entries<Endpoint>(endpoints).filter(([, { sharedByGuests }]) => sharedByGuests)
    expect(Object.keys(urls).sort()).toEqual(shared.map(([name]) => name).sort())
  })

  it.each(Object.entries(urls))(
    'has nothing of a member who requested it before: %s',
    async (name, urlOf) => {
      const url = urlOf()
      const ofMember = await ask(reader, url)
      const first = await ask(await forum.guest(), url)
      const ofMemberAgain = await ask(reader, url)
      const second = await ask(await forum.guest(), url)
      expect(second.body).toBe(first.body)
      expect(first.body).not.toMatch(/"(userVotedUp|isAuthorMuted)":true|robin_reads/)
      if (personal.some((one) => one === name)) {
        expect(ofMember.body).not.toBe(first.body)
        expect(ofMemberAgain.body).not.toBe(first.body)
      }
      for (const { headers } of [ofMember, first, second]) expect(headers['cache-control']).toBe('no-store')
    },
  )

  it('brings no session of the guest who requested it before', async () => {
    const url = urls.listPosts()
    const sent = await Promise.all([1, 2].map(() => forum.app.inject({ method: 'GET', url })))
    const ids = sent.map(({ cookies }) => cookies.find(({ name }) => name === 'SID')?.value)
    expect(new Set(ids).size).toBe(2)
    expect(ids).not.toContain(undefined)
  })
})
