import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Forum, type Member, type PostFacts, startForum } from './support/forum.ts'

/*
 * What can be done by several calls is done by each of them in a forum of its own. All of these forums began alike, so what changes in
 * their databases must be equal.
 */

type Answer = Promise<LightMyRequestResponse | readonly LightMyRequestResponse[]>

interface Scene {
  readonly forum: Forum
  readonly admin: Member
  readonly moderator: Member
  readonly alice: Member
  readonly bob: Member
  readonly birding: string
  readonly mosses: string
  /** By bob, a new one each time, reported by alice. */
  reportedPost(): Promise<PostFacts>
  /** By bob, a new one each time, reported by alice. */
  reportedComment(): Promise<{ id: string; url: string }>
  /** New notifications of bob. @returns their ids. */
  notifications(): Promise<string[]>
  /** A new list of alice with a post in it. */
  list(): Promise<{ id: string; byName: string; post: string; item: string }>
}

async function createScene(): Promise<Scene> {
  const forum = await startForum()
  let lists = 0
  const admin = await forum.member('the_admin', { isAdmin: true })
  const birding = (await forum.community('birding', admin)).id
  const mosses = (await forum.community('mosses', admin)).id
  const moderator = await forum.moderator('moderator_m', 'birding')
  const alice = await forum.member('alice')
  const bob = await forum.member('bob_writes')
  const report = (type: string, targetId: string) => alice.post('/api/_report', { type, targetId, reason: 1 })
  return {
    forum,
    admin,
    moderator,
    alice,
    bob,
    birding,
    mosses,
    async reportedPost() {
      const post = await forum.post(bob, 'birding')
      await report('post', post.id)
      return post
    },
    async reportedComment() {
      const post = await forum.post(moderator, 'birding')
      const { id } = await forum.comment(bob, post)
      await report('comment', id)
      return { id, url: `/api/posts/${post.publicId}/comments/${id}` }
    },
    async notifications() {
      const post = await forum.post(bob, 'birding')
      await forum.comment(alice, post)
      await forum.comment(moderator, await forum.post(bob, 'mosses'))
      const { items } = (await bob.get('/api/notifications')).json<{ items: { id: number }[] }>()
      return items.map(({ id }) => String(id))
    },
    async list() {
      const name = `list_${++lists}`
      const { id: post } = await forum.post(bob, 'birding')
      const byName = `/api/users/alice/lists/${name}`
      const all = (await alice.post('/api/users/alice/lists', { name })).json<
        { id: number; name: string }[]
      >()
      const id = String(all.find((one) => one.name === name)?.id)
      const page = await alice.post(`${byName}/items`, { targetId: post, targetType: 'post' })
      return { id, byName, post, item: String(page.json<{ items: { id: number }[] }>().items[0]?.id) }
    },
  }
}

/** Ways to do the same; each gets what `prepared` returned. */
interface Same<T> {
  readonly prepare: (scene: Scene) => Promise<T>
  readonly ways: Readonly<Record<string, (scene: Scene, prepared: T) => Answer>>
}
const same = <T>(prepare: Same<T>['prepare'], ways: Same<T>['ways']): Same<unknown> =>
  ({ prepare, ways }) as Same<unknown>

const nothing = async () => {}
async function each<T>(all: readonly T[], act: (one: T) => Promise<LightMyRequestResponse>) {
  const answers: LightMyRequestResponse[] = []
  for (const one of all) answers.push(await act(one))
  return answers
}
const decide =
  (action: string, type: string) =>
  (scene: Scene, { id }: { id: string }) =>
    scene.moderator.post('/api/modqueue/decisions', { action, items: [{ type, targetId: id, version: '0' }] })
const members = (action: string) => (scene: Scene) =>
  scene.admin.post('/api/_admin/members', { action, usernames: ['bob_writes'] })
const settings = (changes: object[]) => (scene: Scene) => scene.admin.put('/api/_admin/settings', { changes })
const item = ({ post }: { post: string }) => ({ targetId: post, targetType: 'post' })

const acts: Record<string, Same<unknown>> = {
  'joining a community': same(nothing, {
    alone: ({ alice, birding }) => alice.post('/api/_joinCommunity', { communityId: birding }),
    'among several': ({ alice, birding }) => alice.post('/api/_memberships', { join: [birding], leave: [] }),
  }),
  'joining it again': same(nothing, {
    alone: ({ alice, birding }) => alice.post('/api/_joinCommunity', { communityId: birding }),
    'among several': ({ alice, birding }) => alice.post('/api/_memberships', { join: [birding], leave: [] }),
  }),
  'leaving it': same(nothing, {
    alone: ({ alice, birding }) => alice.post('/api/_joinCommunity', { communityId: birding, leave: true }),
    'among several': ({ alice, birding }) => alice.post('/api/_memberships', { join: [], leave: [birding] }),
  }),
  'creating a community': same(nothing, {
    alone: ({ admin }) => admin.post('/api/communities', { name: 'ferns', about: 'Green.' }),
    'among several': ({ admin }) =>
      admin.post('/api/_admin/communities', { communities: [{ name: 'ferns', about: 'Green.' }] }),
  }),
  'changing a community': same(nothing, {
    'by its id': ({ moderator, birding }) =>
      moderator.put(`/api/communities/${birding}`, { about: 'Birds.' }),
    'by its name': ({ moderator }) =>
      moderator.put('/api/communities/birding?byName=true', { about: 'Birds.' }),
  }),
  'voting for a post': same(({ reportedPost }) => reportedPost(), {
    'as a toggle': ({ alice }, { id }) => alice.post('/api/_postVote', { postId: id, up: false }),
    'as a state': ({ alice }, { id }) => alice.post('/api/_postVote', { postId: id, set: 'down' }),
  }),
  'voting for a comment': same(({ reportedComment }) => reportedComment(), {
    'as a toggle': ({ alice }, { id }) => alice.post('/api/_commentVote', { commentId: id, up: true }),
    'as a state': ({ alice }, { id }) => alice.post('/api/_commentVote', { commentId: id, set: 'up' }),
  }),
  'removing a post': same(({ reportedPost }) => reportedPost(), {
    'on its page': ({ moderator }, { publicId }) => moderator.delete(`/api/posts/${publicId}?deleteAs=mods`),
    'in the queue': decide('remove', 'post'),
  }),
  'removing a comment': same(({ reportedComment }) => reportedComment(), {
    'on its page': ({ moderator }, { url }) => moderator.delete(`${url}?deleteAs=mods`),
    'in the queue': decide('remove', 'comment'),
  }),
  'locking a post': same(({ reportedPost }) => reportedPost(), {
    'on its page': ({ moderator }, { publicId }) =>
      moderator.put(`/api/posts/${publicId}?action=lock&lockAs=mods`),
    'in the queue': decide('lock', 'post'),
  }),
  'locking a comment': same(({ reportedComment }) => reportedComment(), {
    'on its page': ({ moderator }, { url }) => moderator.put(`${url}?action=lock&lockAs=mods`),
    'in the queue': decide('lock', 'comment'),
  }),
  'marking notifications as seen': same(({ notifications }) => notifications(), {
    each: ({ bob }, ids) => each(ids, (id) => bob.put(`/api/notifications/${id}?action=markAsSeen`)),
    all: ({ bob }) => bob.post('/api/notifications?action=markAllAsSeen'),
  }),
  'deleting notifications': same(({ notifications }) => notifications(), {
    each: ({ bob }, ids) => each(ids, (id) => bob.delete(`/api/notifications/${id}`)),
    all: ({ bob }) => bob.post('/api/notifications?action=deleteAll'),
  }),
  'changing a list': same(({ list }) => list(), {
    'by its name': ({ alice }, { byName }) => alice.put(byName, { displayName: 'To read', public: true }),
    'by its id': ({ alice }, { id }) =>
      alice.put(`/api/lists/${id}`, { displayName: 'To read', public: true }),
  }),
  'saving to a list again': same(({ list }) => list(), {
    'by its name': ({ alice }, list) => alice.post(`${list.byName}/items`, item(list)),
    'by its id': ({ alice }, list) => alice.post(`/api/lists/${list.id}/items`, item(list)),
  }),
  'removing from a list': same(({ list }) => list(), {
    'by its name': ({ alice }, list) => alice.delete(`${list.byName}/items`, item(list)),
    'by its id': ({ alice }, list) => alice.delete(`/api/lists/${list.id}/items`, item(list)),
    'by the number of the item': ({ alice }, list) =>
      alice.delete(`/api/lists/${list.id}/items/${list.item}`),
  }),
  'emptying a list': same(({ list }) => list(), {
    'by its name': ({ alice }, list) => alice.delete(`${list.byName}/items`),
    'by its id': ({ alice }, list) => alice.delete(`/api/lists/${list.id}/items`),
  }),
  'saving to a list': same(
    async (scene) => {
      const list = await scene.list()
      await scene.alice.delete(`${list.byName}/items`)
      return list
    },
    {
      'by its name': ({ alice }, list) => alice.post(`${list.byName}/items`, item(list)),
      'by its id': ({ alice }, list) => alice.post(`/api/lists/${list.id}/items`, item(list)),
    },
  ),
  'deleting a list': same(({ list }) => list(), {
    'by its name': ({ alice }, { byName }) => alice.delete(byName),
    'by its id': ({ alice }, { id }) => alice.delete(`/api/lists/${id}`),
  }),
  muting: same(nothing, {
    'at once': ({ alice, bob, mosses }) => alice.post('/api/mutes', { userId: bob.id, communityId: mosses }),
    'one after the other': async ({ alice, bob, mosses }) => [
      await alice.post('/api/mutes', { userId: bob.id }),
      await alice.post('/api/mutes', { communityId: mosses }),
    ],
  }),
  'unmuting a member': same(muted, {
    'by their id': ({ alice, bob }) => alice.delete(`/api/mutes/users/${bob.id}`),
    'by the id of the mute': ({ alice }, { user }) => alice.delete(`/api/mutes/${user}`),
    'with all of the type': ({ alice }) => alice.delete('/api/mutes?type=user'),
  }),
  'unmuting a community': same(muted, {
    'by its id': ({ alice, mosses }) => alice.delete(`/api/mutes/communities/${mosses}`),
    'by the id of the mute': ({ alice }, { community }) => alice.delete(`/api/mutes/${community}`),
    'with all of the type': ({ alice }) => alice.delete('/api/mutes?type=community'),
  }),
  'taking badges away': same(
    async ({ admin }) => {
      const user = (await admin.post('/api/users/alice/badges', { type: 'supporter' })).json<
        { id: number }[]
      >()
      return String(user[0]?.id)
    },
    {
      'by its number': ({ admin }, id) => admin.delete(`/api/users/alice/badges/${id}`),
      'by its type': ({ admin }) => admin.delete('/api/users/alice/badges/supporter?byType=true'),
    },
  ),
  'closing the sign-up': same(nothing, {
    'as before': ({ admin }) => admin.put('/api/site_settings', { signupsDisabled: true }),
    'as a setting': settings([{ name: 'joining', value: 'closed' }]),
  }),
  'opening the sign-up': same(nothing, {
    'as before': ({ admin }) => admin.put('/api/site_settings', { signupsDisabled: false }),
    'as a setting': settings([{ name: 'joining', value: 'open' }]),
  }),
  'ending the blocks of addresses': same(
    async ({ admin }) => {
      const block = (address: string) => admin.post('/api/ipblocks', { address, expiresIn: 0, note: '' })
      const answers = [await block('192.0.2.1'), await block('192.0.2.2')]
      return answers.map((answer) => String(answer.json<{ id: number }>().id))
    },
    {
      each: ({ admin }, ids) => each(ids, (id) => admin.delete(`/api/ipblocks/${id}`)),
      all: ({ admin }) => admin.delete('/api/ipblocks'),
    },
  ),
  'banning from the site': same(nothing, {
    alone: ({ admin }) => admin.post('/api/_admin', { action: 'ban_user', username: 'bob_writes' }),
    'among several': members('ban'),
  }),
  'banning again': same(nothing, {
    alone: ({ admin }) => admin.post('/api/_admin', { action: 'ban_user', username: 'bob_writes' }),
    'among several': members('ban'),
  }),
  'lifting that ban': same(nothing, {
    alone: ({ admin }) => admin.post('/api/_admin', { action: 'unban_user', username: 'bob_writes' }),
    'among several': members('unban'),
  }),
}

async function muted({ alice, bob, mosses }: Scene) {
  const mutes = await alice.post('/api/mutes', { userId: bob.id, communityId: mosses })
  const { userMutes, communityMutes } = mutes.json<Record<'userMutes' | 'communityMutes', { id: string }[]>>()
  return { user: userMutes[0]?.id, community: communityMutes[0]?.id }
}

const waysMax = Math.max(...Object.values(acts).map(({ ways }) => Object.keys(ways).length))
const scenes: Scene[] = []
beforeAll(async () => {
  for (let way = 0; way < waysMax; way++) {
    scenes.push(await createScene())
  }
})
afterAll(() => Promise.all(scenes.map(({ forum }) => forum.close())))

/** What is written beside, for other purposes. */
const ignored = ['last_writes']

/** All rows of the database as text. */
async function rowsOf({ db }: Forum): Promise<Map<string, Set<string>>> {
  const { rows: tables } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = 'public' and tablename not like 'kysely%'`.execute(db)
  const found = new Map<string, Set<string>>()
  for (const { name } of tables) {
    if (ignored.includes(name)) continue
    const { rows } = await sql<{
      row: string
    }>`select to_jsonb(one)::text as row from ${sql.table(name)} as one order by one`.execute(db)
    found.set(name, new Set(rows.map(({ row }) => row)))
  }
  return found
}

/** Follow from the time, are random, or count changes. */
const differing = ['hotness', 'activity', 'public_id', 'password_hash', 'id_hash', 'changed', 'version']

/** A row without what differs between forums that began alike. */
function comparable(row: string): Record<string, unknown> {
  const columns = Object.entries(JSON.parse(row) as Record<string, unknown>)
  return Object.fromEntries(
    columns
      .filter(([name]) => !differing.includes(name))
      .map(([name, value]) => [name, /^\d{4}-\d\d-\d\dT/.test(String(value)) ? 'a time' : value]),
  )
}

/** The rows that an act added and removed, by table. */
async function changes(scene: Scene, { prepare, ways }: Same<unknown>, name: string) {
  const prepared = await prepare(scene)
  const before = await rowsOf(scene.forum)
  const answers = [await ways[name]?.(scene, prepared)].flat()
  for (const answer of answers) expect(answer?.statusCode, answer?.body).toBe(200)
  const after = await rowsOf(scene.forum)
  const missing = (table: string, from: typeof before, to: typeof after) =>
    [...(from.get(table) ?? [])].filter((row) => !to.get(table)?.has(row)).map(comparable)
  return Object.fromEntries(
    [...before.keys()]
      .map(
        (table) =>
          [table, { removed: missing(table, before, after), added: missing(table, after, before) }] as const,
      )
      .filter(([, { removed, added }]) => removed.length + added.length > 0),
  )
}

it.each(Object.keys(acts))('%s is the same by all calls', async (name) => {
  const act = acts[name]
  if (!act) throw new Error(name)
  const ways = Object.keys(act.ways)
  const all = []
  // In the forums that are left, the first way, so that all stay alike.
  for (const [place, scene] of scenes.entries())
    all.push(await changes(scene, act, ways[place] ?? ways[0] ?? ''))
  for (const [place, found] of all.entries()) expect(found, ways[place]).toEqual(all[0])
})
