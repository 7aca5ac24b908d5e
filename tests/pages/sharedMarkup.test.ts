import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ApiClient } from '../../contract/endpoints/index.ts'
import type { Renderer } from '../../contract/pages.ts'
import { createApp } from '../../server/app.ts'
import { joinBytes } from '../../server/platform/http/bytes.ts'
import { initialOfFacts } from '../../web/data/account/viewerFacts.ts'
import { renderer } from '../../web/entry-server.tsx'
import { eachInShares } from '../support/eachInShares.ts'
import type { Client, Member, PostFacts } from '../support/forum.ts'
import { type Scene, startScene } from '../support/scene.ts'

let scene: Scene
let app: FastifyInstance
/** The last page without shared markup, and with it, where all or some items are shared. */
let shown: { plain: string; shared: string[] }
let posts: PostFacts[]
let comments: { id: string; post: PostFacts }[]

/** Renders each page several times from the same data, because a visit changes which comments are new. */
const renderRepeatedly: Renderer['render'] = async (request) => {
  const answers = new Map<string, Promise<unknown>>()
  const call: ApiClient['call'] = async (name, input, options) => {
    const key = JSON.stringify([name, input])
    const answer = answers.get(key) ?? request.api.call(name, input, options)
    answers.set(key, answer)
    return (await answer) as Awaited<ReturnType<typeof request.api.call<typeof name>>>
  }
  const render = async (sharedOf: typeof request.sharedOf) => {
    const answer = await renderer.render({ ...request, api: { call }, sharedOf })
    return 'html' in answer ? { ...answer, html: joinBytes(answer.html).toString() } : answer
  }
  // All in the same minute, which their ages depend on.
  for (;;) {
    const [plain, ...shared] = [await render(null), await render(request.sharedOf), await render(guestForm)]
    if (!('html' in plain)) return plain
    const pages = shared.map((page) => ('html' in page ? page.html : ''))
    if (pages.some((page) => minuteOf(page) !== minuteOf(plain.html))) continue
    shown = { plain: withoutTimes(plain.html), shared: pages.map(withoutTimes) }
    return plain
  }
}

const nothingOfViewer = {
  userVoted: null,
  userVotedUp: null,
  lastVisitAt: null,
  newComments: 0,
  isCommunityMuted: false,
  userJoined: null,
  userMod: null,
  isMuted: false,
}
const guestForms = new Map<string, object>()

/** An item without all that it is to its viewer: what markup shows of that must be among its facts. */
function guestForm(item: object): object {
  const form = Object.fromEntries(
    Object.entries({ ...item, ...nothingOfViewer }).filter(([name]) => name in item),
  )
  // Missing in posts that are not saved.
  delete form.isSaved
  // Missing in comments whose author is not muted.
  if ('depth' in item) delete form.isAuthorMuted
  else if ('isAuthorMuted' in item) form.isAuthorMuted = false
  const key = JSON.stringify(form)
  const known = guestForms.get(key) ?? form
  guestForms.set(key, known)
  return known
}

const minuteOf = (page: string) => /"renderedAt":(\d+)/.exec(page)?.[1]
/** The data of a page contains the time of loading. */
const withoutTimes = (page: string) => page.replaceAll(/"loadedAt":\d+/g, '')

beforeAll(async () => {
  scene = await startScene()
  app = await createApp({
    ...scene.forum,
    // Without the other caches, every request renders its page.
    config: { ...scene.forum.config, guestCacheSeconds: 0 },
    pages: {
      renderer: { ...renderer, render: renderRepeatedly },
      assetsFor: () => ({ entry: '/assets/entry.js', preloads: [], styles: [] }),
      filesFolder: null,
    },
  })
  const { forum, author, member, moderator } = scene
  posts = [
    await forum.post(author, 'birding', { title: 'Owls', body: 'At dusk.' }),
    await forum.post(member, 'birding', { type: 'image', images: 2 }),
    await forum.post(author, 'birding', { type: 'link', url: 'https://www.youtube.com/watch?v=abcdefghijk' }),
    await forum.post(moderator, 'elsewhere', { title: 'Not owls' }),
  ]
  comments = []
  for (const post of posts) {
    const first = await forum.comment(member, post, 'A first one.')
    const long = 'A long text that is cut. '.repeat(100)
    const second = await forum.comment(author, post, long, first.id)
    comments.push({ ...first, post }, { ...second, post })
  }
})
afterAll(async () => {
  await app.close()
  await scene.forum.close()
})
afterEach(() => vi.restoreAllMocks())

const people = () => [
  scene.guest,
  scene.member,
  scene.author,
  scene.moderator,
  scene.elsewhere,
  scene.admin,
  scene.banned,
]
const members = () => people().slice(1) as Member[]
const paths = () => [
  '/',
  '/birding',
  ...posts.map(({ publicId }, n) => `/${n === 3 ? 'elsewhere' : 'birding'}/post/${publicId}`),
  `/@${scene.author.username}`,
  `/birding/post/${posts[0]?.publicId}/${comments[0]?.id}`,
  '/notifications',
  '/search?q=owls',
  `/@${scene.member.username}/lists/bookmarks`,
  '/all?sort=latest',
  `/@${scene.author.username}?tab=about`,
]

/** Short, because pages are long. */
function firstDifference(): [string, string] | null {
  const one = shown.plain
  const other = shown.shared.find((page) => page !== one)
  if (other === undefined) return null
  let at = 0
  while (one[at] === other[at]) at += 1
  return [one.slice(at - 60, at + 100), other.slice(at - 60, at + 100)]
}

async function look(who: Client, url: string) {
  expect((await app.inject({ url, headers: who.headers() })).statusCode).toBe(200)
  expect(firstDifference()).toBeNull()
}

/** An action as numbers: actor, kind, and post or comment. */
const action: fc.Arbitrary<Action> = fc.record({
  who: fc.nat(5),
  what: fc.nat(10),
  to: fc.nat(7),
  isOn: fc.boolean(),
})
interface Action {
  who: number
  what: number
  to: number
  isOn: boolean
}

/** Some are refused, which is fine. */
async function act({ who, what, to, isOn }: Action) {
  const person = members()[who % members().length] as Member
  const comment = comments[to % comments.length]
  const post = posts[to % posts.length]
  if (!comment || !post) throw new Error('There is nothing to act on.')
  const setting = (column: 'embeds_off' | 'hide_user_profile_pictures') =>
    sql`update users set ${sql.ref(column)} = ${isOn} where username = ${person.username}`.execute(
      scene.forum.db,
    )
  const actions = [
    () => person.post('/api/_postVote', { postId: post.id, up: isOn }),
    () => person.post('/api/_commentVote', { commentId: comment.id, up: isOn }),
    () =>
      person.post(`/api/posts/${comment.post.publicId}/comments`, {
        body: 'Another',
        parentCommentId: comment.id,
      }),
    () => person.put(`/api/posts/${post.publicId}`, { title: `Owls ${to} ${isOn}` }),
    () => person.put(`/api/comments/${comment.id}`, { body: `Changed ${to} ${isOn}` }),
    () => person.put(`/api/posts/${post.publicId}?action=${isOn ? 'lock' : 'unlock'}&lockAs=mods`),
    () => person.post('/api/mutes', { userId: scene.author.id, type: 'user' }),
    () => setting('embeds_off'),
    () => setting('hide_user_profile_pictures'),
    () => person.delete(`/api/comments/${comment.id}?deleteAs=${isOn ? 'mods' : 'normal'}`),
    () =>
      person[isOn ? 'post' : 'delete'](`/api/users/${person.username}/lists/bookmarks/items`, {
        targetType: 'post',
        targetId: post.id,
      }),
  ]
  await actions[what % actions.length]?.()
}

describe('markup that the server renders once for many viewers', () => {
  it('is that of a feed’s posts, also for members with other communities', async () => {
    // The markup is kept until one of its ages changes.
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now)
    const [one, two] = [await scene.forum.member('home_one'), await scene.forum.member('home_two')]
    await one.post('/api/_joinCommunity', { communityId: await scene.birding() })
    await look(one, '/all')
    const { misses } = renderer.markupFigures()
    await look(two, '/all')
    // For each form: the bar with their name, and their column.
    expect(renderer.markupFigures().misses - misses).toBeLessThanOrEqual(4)
  })

  it('is that of its time, and kept until one of its texts changes', async () => {
    const start = Date.now()
    const clock = vi.spyOn(Date, 'now')
    const lookAfter = async (minutes: number, urls: readonly string[]) => {
      clock.mockReturnValue(start + minutes * 60_000)
      for (const url of urls) await look(scene.member, url)
    }
    for (const minutes of [0, 1, 59, 61, 1441]) await lookAfter(minutes, paths())
    const [home, profile] = ['/', `/@${scene.author.username}`]
    // What was made after 1441 minutes is not kept any more.
    await lookAfter(1505, [home, profile])
    const before = renderer.markupFigures().misses
    await lookAfter(1510, [home, profile])
    expect(renderer.markupFigures().misses).toBe(before)
  })

  eachInShares(
    [
      ['comments that are new to some', { who: 4, what: 2, to: 0, isOn: true }],
      ['the vote of one', { who: 0, what: 1, to: 0, isOn: true }],
      ['an author whom one has muted', { who: 0, what: 6, to: 0, isOn: true }],
      ['a member who turned pictures off', { who: 0, what: 8, to: 0, isOn: true }],
      ['a member who turned players off', { who: 0, what: 7, to: 0, isOn: true }],
      ['a locked post', { who: 2, what: 5, to: 0, isOn: true }],
      ['a deleted comment', { who: 2, what: 9, to: 0, isOn: true }],
    ] as const,
    4,
  )('makes the same pages with %s', async (_what, action) => {
    const [, community, post = '', , link = ''] = paths()
    const pages = [community, post, link] as string[]
    const lookAround = async () => {
      for (const who of people()) for (const url of pages) await look(who, url)
    }
    await lookAround()
    await act(action)
    await lookAround()
  })

  for (const [numRuns, options] of [
    [3, {}],
    [12, { tags: 'long' }],
  ] as const)
    it(
      `makes the same pages as without it, whatever was done, for every viewer: ${numRuns}`,
      options,
      async () => {
        const failures = vi.spyOn(console, 'error')
        const glance = fc.record({ viewer: fc.nat(6), page: fc.nat(12) })
        await fc.assert(
          fc.asyncProperty(
            fc.array(action, { maxLength: 4 }),
            fc.array(glance, { minLength: 4, maxLength: 10 }),
            async (actions, looks) => {
              for (const each of actions) await act(each)
              for (const { viewer, page } of looks) {
                const who = people()[viewer % people().length] as Client
                const url = paths()[page % paths().length] as string
                const { statusCode } = await app.inject({ url, headers: who.headers() })
                // Some pages are not for everyone.
                expect([200, 302, 404]).toContain(statusCode)
                expect(firstDifference()).toBeNull()
              }
            },
          ),
          { numRuns, endOnFailure: true },
        )
        expect(failures).not.toHaveBeenCalled()
      },
    )

  it('counts hits and misses', async () => {
    await app.inject('/')
    const first = renderer.markupFigures()
    await app.inject('/')
    const second = renderer.markupFigures()
    expect(first.misses).toBeGreaterThan(0)
    expect(second.hits).toBeGreaterThan(first.hits)
    expect(second.bytes).toBeGreaterThan(100 * second.entries)
  })

  it('cannot depend on anything about its viewer except its facts', async () => {
    const facts = {
      isAdmin: true,
      isAuthor: true,
      isModerator: false,
      embedsOff: true,
      hideUserProfilePictures: false,
    }
    const item = { userId: '7', communityId: '8' }
    const { user, moderates } = initialOfFacts(facts, item)
    expect(moderates).toEqual([])
    expect([user?.id, user?.isAdmin, user?.embedsOff]).toEqual(['7', true, true])
    expect(() => user?.username).toThrow('Shared markup depends on username')
    expect(() => initialOfFacts(facts, item).communities).toThrow('Shared markup depends on communities')
    expect(initialOfFacts(null, item).user).toBeNull()
  })
})
