import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../contract/endpoints/endpoint.ts'
import { endpoints } from '../contract/endpoints/index.ts'
import { recordAction } from '../server/core/moderationLog/record.ts'
import { eachInShares } from './support/eachInShares.ts'
import { type Client, passwordOf } from './support/forum.ts'
import { type Scene, startScene } from './support/scene.ts'

/**
 * Plants a member's private data all over the forum, as unique words and numbers. Then everyone else calls every GET
 * of the contract with all parameters that its path and query can have.
 */
const reading = Object.entries<Endpoint>(endpoints).filter(([, { method }]) => method === 'GET')

let scene: Scene
/** The member whose data it is. */
let keeper: Client
/** Possible values of path parameters. */
let params: Record<string, readonly string[]>
/** Possible values of query parameters, besides none. */
let queries: Record<string, readonly string[]>

/**
 * What only the member may read; admins may also read what `adminsMay` names, moderators what `moderatorsMay` names.
 */
const secrets = {
  email: 'planted@mail.example',
  signUpAddress: '203.0.113.71',
  lastAddress: '203.0.113.72',
  password: passwordOf('keeper_k'),
  passwordHash: '',
  nameOfList: 'planted_list',
  displayNameOfList: 'Planted display name',
  descriptionOfList: 'Planted description',
  numberOfList: '7700000001',
  numberOfItem: '7700000002',
  numberOfNotification: '7700000003',
  textOfNotification: 'Planted denial',
  textOfMessage: 'Planted message to the moderators',
  textOfDraft: 'Half a sentence that only its author has seen',
  mutedUser: 'u_7700000004',
  mutedCommunity: 'c_7700000005',
  numberOfReport: '7700000006',
  userAgent: 'Planted browser',
  pushEndpoint: 'https://push.example/planted',
  pushKey: 'PlantedPushKey',
  placeOfExport: 'PlantedPlaceOfArchive_',
  numberOfExport: '7700000007',
  blockedAddress: '203.0.113.73',
  invitation: 'PlantedInvitation123',
  applicantAddress: '203.0.113.74',
  applicantAnswer: 'Planted answer of an applicant',
  session: '',
  token: '',
}
type Secret = keyof typeof secrets
/** Ignoring a report needs its id; moderators read the messages to their community. */
const moderatorsMay: readonly Secret[] = ['numberOfReport', 'textOfMessage']
const adminsMay: readonly Secret[] = [
  'email',
  'signUpAddress',
  'lastAddress',
  'blockedAddress',
  'invitation',
  'applicantAddress',
  'applicantAnswer',
  ...moderatorsMay,
]
/** What members find in their own answers: a secret that is found nowhere at all would prove nothing. */
const membersFind: readonly Secret[] = [
  'email',
  'nameOfList',
  'displayNameOfList',
  'descriptionOfList',
  'numberOfList',
  'numberOfItem',
  'numberOfNotification',
  'textOfNotification',
  'textOfDraft',
  'textOfMessage',
  'mutedUser',
  'mutedCommunity',
  'userAgent',
  'invitation',
]

beforeAll(async () => {
  // All that is kept in memory was made for the member first: their own answers come before those of others.
  scene = await startScene({ GUEST_CACHE_SECONDS: '3600' })
  await plant()
})
afterAll(() => scene.forum.close())

async function plant() {
  const { forum, author, moderator } = scene
  const { db } = forum
  const member = await forum.member('keeper_k')
  keeper = member
  const startAt = (table: string, id: string) =>
    sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${id}, false)`.execute(db)
  const numbers = {
    lists: secrets.numberOfList,
    list_items: secrets.numberOfItem,
    notifications: secrets.numberOfNotification,
    user_mutes: secrets.mutedUser.slice(2),
    community_mutes: secrets.mutedCommunity.slice(2),
    reports: secrets.numberOfReport,
    data_exports: secrets.numberOfExport,
  }
  for (const [table, id] of Object.entries(numbers)) await startAt(table, id)

  const post = await forum.post(member, 'birding', { type: 'image', images: 1 })
  const comment = await forum.comment(member, post)
  const about = await forum.post(author, 'birding')
  const communityId = (await keeper.get(`/api/posts/${about.publicId}`)).json().communityId
  const [list] = (
    await keeper.post('/api/users/keeper_k/lists', {
      name: secrets.nameOfList,
      displayName: secrets.displayNameOfList,
      description: secrets.descriptionOfList,
    })
  ).json()
  await keeper.post(`/api/lists/${list.id}/items`, { targetType: 'post', targetId: about.id })
  await keeper.post(`/api/lists/${list.id}/items`, { targetType: 'comment', targetId: comment.id })
  await keeper.post('/api/_report', { type: 'post', targetId: about.id, reason: 1 })
  await sql`insert into notifications (user_id, type, body)
    values (${member.id}, 'denied_comm', ${secrets.textOfNotification})`.execute(db)
  await keeper.post('/api/mutes', { userId: author.id, communityId })
  await keeper.post('/api/hidden_posts', { postId: about.id })
  await keeper.put('/api/drafts/post:secret', { body: secrets.textOfDraft })
  const conversation = (
    await keeper.post('/api/modmail', { communityId, subject: 'Planted', text: secrets.textOfMessage })
  ).json()
  await keeper.post('/api/_joinCommunity', { communityId })
  await moderator.put(`/api/posts/${post.publicId}?action=lock&lockAs=mods`)
  const { rows } = await sql<{ password_hash: string }>`
    update users set email = ${secrets.email}, created_ip = ${secrets.signUpAddress},
      last_seen_ip = ${secrets.lastAddress}
    where id = ${member.id} returning password_hash`.execute(db)
  secrets.passwordHash = rows[0]?.password_hash ?? ''
  await sql`update sessions set user_agent = ${secrets.userAgent}, last_seen_ip = ${secrets.lastAddress}
    where user_id = ${member.id}`.execute(db)
  await sql`insert into push_subscriptions (session_id_hash, endpoint, auth, p256dh)
    select id_hash, ${secrets.pushEndpoint}, ${secrets.pushKey}, ${secrets.pushKey}
    from sessions where user_id = ${member.id}`.execute(db)
  await sql`insert into data_exports (user_id, secret, state, finished_at, expires_at, bytes)
    values (${member.id}, ${secrets.placeOfExport}, 'ready', now(), now() + interval '1 day', 7)`.execute(db)
  await sql`insert into invitations (code, created_by, uses_max, expires_at)
    values (${secrets.invitation}, ${member.id}, 1, now() + interval '1 day')`.execute(db)
  await sql`insert into applications (username, password_hash, created_ip, answers) values ('applicant_a', 'none',
    ${secrets.applicantAddress}, ${JSON.stringify([{ question: 'Why?', answer: secrets.applicantAnswer }])}::jsonb)`.execute(
    db,
  )
  await recordAction(db, {
    action: 'block_ip',
    actor: scene.admin,
    actedAs: 'admins',
    communityId: null,
    details: { address: secrets.blockedAddress },
  })
  const { cookie, 'x-csrf-token': token } = keeper.headers()
  secrets.session = /SID=(\w+)/.exec(cookie)?.[1] ?? ''
  secrets.token = token

  params = {
    username: ['keeper_k', author.username],
    listName: [secrets.nameOfList, 'bookmarks'],
    listId: [secrets.numberOfList],
    publicId: [post.publicId, about.publicId],
    commentId: [comment.id],
    communityId: [communityId, 'birding'],
    conversationId: [String(conversation.id)],
    blockId: ['1'],
    code: [secrets.invitation],
    notificationId: [secrets.numberOfNotification],
    number: ['1'],
    pageName: ['about'],
    place: ['post:secret'],
    ruleId: ['1'],
  }
  queries = {
    writtenMax: ['5'],
    writtenSince: ['2020-01-01'],
    writtenBefore: ['2099-01-01T00:00:00Z'],
    link: ['link.example'],
    like: ['A text like others'],
    image: [`/birding/post/${post.publicId}`],
    application: ['Because'],
    waiting: ['yes'],
    trustMax: ['4'],
    postId: [post.id],
    mailDomain: ['mail.example'],
    ip: ['127.0.0.1'],
    before: ['2099-01-01T00:00:00Z'],
    action: ['block_ip', 'lock_post'],
    adminsView: ['true'],
    by: [scene.admin.username],
    byName: ['true'],
    commentsLimit: [],
    commentsSort: ['best', 'old'],
    communityId: [communityId],
    feed: ['home', 'moderating'],
    fetchCommunity: ['true', 'false'],
    filter: ['all', 'private', 'public', 'posts', 'comments', 'waiting', 'decided'],
    format: ['html'],
    from: ['2020-01-01'],
    group: ['access'],
    id: [about.id, comment.id],
    in: ['birding', 'posts', 'comments', 'communities', 'people'],
    key: ['guess'],
    kind: ['removed', 'edited', 'new', 'replies', 'mentions'],
    limit: ['50'],
    moderator: [scene.admin.username],
    name: ['siteName'],
    next: [],
    of: ['me', 'all'],
    page: ['1'],
    parentId: [comment.id],
    q: ['birding', secrets.email],
    reason: ['1'],
    render: ['page', 'true'],
    rule: ['birding'],
    scope: ['all'],
    set: ['all', 'subscribed'],
    since: ['0'],
    sort: ['latest', 'name', 'lastAdded', 'addedAsc', 'createdDsc', 'seen', 'best', 'controversial'],
    state: ['active', 'deleted'],
    role: ['member'],
    period: ['year'],
    year: [String(new Date().getUTCFullYear())],
    token: ['guess'],
    to: ['2099-12-31'],
    type: ['post', 'comment', 'user'],
    url: [],
  }
}

/** All combinations of path parameters. */
function pathsOf({ path }: Endpoint): string[] {
  const names = path.match(/(?<=:)\w+/g) ?? []
  return names.reduce<string[]>(
    (paths, name) =>
      paths.flatMap((one) =>
        (params[name] ?? []).map((value) => one.replace(`:${name}`, encodeURIComponent(value))),
      ),
    [path],
  )
}

/** No query, each value of each key, and all keys together, with each value at least once. */
function queriesOf({ query }: Endpoint): string[] {
  const given = keysOf(query).flatMap((key) => {
    const values = queries[key] ?? []
    return values.length > 0 ? [{ key, values }] : []
  })
  const singly = given.flatMap(({ key, values }) => values.map((value) => `?${key}=${value}`))
  const rounds = Math.max(0, ...given.map(({ values }) => values.length))
  const together = Array.from(
    { length: rounds },
    (_, n) => `?${given.map(({ key, values }) => `${key}=${values[n % values.length]}`).join('&')}`,
  )
  return ['', ...singly, ...together]
}
const keysOf = (schema: Endpoint['query']) => Object.keys(schema?.properties ?? {})

/** The URLs of all answers with a secret that someone can read, and the calls that answered. */
type Walk = { found: Record<string, string[]>; successes: Set<string> }

const walks = new Map<Client, Promise<Walk>>()

/** Each reads everything once: nothing is written in between. */
function walkOnce(who: Client): Promise<Walk> {
  const made = walks.get(who) ?? walk(who)
  walks.set(who, made)
  return made
}

async function walk(who: Client): Promise<Walk> {
  const found: Record<string, string[]> = {}
  const successes = new Set<string>()
  for (const [name, endpoint] of reading)
    for (const path of pathsOf(endpoint))
      for (const query of queriesOf(endpoint)) {
        const url = `${path}${query}`
        const answer = await who.get(url)
        if (answer.statusCode === 200) successes.add(name)
        for (const [secret, text] of Object.entries(secrets))
          if (answer.body.includes(text)) found[secret] = [...(found[secret] ?? []), url]
      }
  return { found, successes }
}

describe('the private data of a member', () => {
  it('is planted: every path parameter and every key of a query has a value', () => {
    for (const [name, endpoint] of reading) {
      for (const parameter of endpoint.path.match(/(?<=:)\w+/g) ?? [])
        expect(Object.keys(params), name).toContain(parameter)
      for (const key of keysOf(endpoint.query)) expect(Object.keys(queries), name).toContain(key)
    }
    for (const text of Object.values(secrets)) expect(text.length).toBeGreaterThan(9)
  })

  it('is found by that member', async () => {
    const { found } = await walkOnce(keeper)
    expect(Object.keys(found)).toEqual(expect.arrayContaining([...membersFind]))
  })

  eachInShares<[role: 'guest' | 'author' | 'moderator' | 'member' | 'admin']>(
    [['guest'], ['author'], ['moderator'], ['member'], ['admin']],
    2,
  )('is not found by the %s', async (role) => {
    const { found, successes } = await walkOnce(scene[role])
    const allowed = { admin: adminsMay, moderator: moderatorsMay }[role as string] ?? []
    expect(
      Object.fromEntries(Object.entries(found).filter(([name]) => !allowed.includes(name as Secret))),
    ).toEqual({})
    // Makes sure that answers were read at all.
    expect(successes.size).toBeGreaterThanOrEqual(12)
  })

  it('is shown to moderators as part of a report; of the reporter they see only the name', async () => {
    const { id } = (await keeper.get('/api/_user')).json()
    for (const query of ['limit=50', 'render=page']) {
      const { body } = await scene.moderator.get(
        `/api/communities/${params.communityId?.[0]}/reports?${query}`,
      )
      expect(body).toContain(secrets.numberOfReport)
      expect(body).toContain('"reporter":{"username":"keeper_k"}')
      expect(body).not.toContain(`"userId":"${id}"`)
    }
  })

  it('is partly shown to admins', async () => {
    expect(Object.keys((await walkOnce(scene.admin)).found).sort()).toEqual([...adminsMay].sort())
  })
})
