import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OutputOf } from '../../../../contract/endpoints/index.ts'
import { type Forum, type Member, startForum } from '../../../../tests/support/forum.ts'
import { groupPairs } from './groups.ts'
import { hoursToRead, listVotePatterns } from './patterns.ts'

let forum: Forum
let admin: Member

beforeEach(async () => {
  forum = await startForum()
  admin = await forum.member('keeper', { isAdmin: true })
  await forum.community('birding', admin)
})
afterEach(() => forum.close())

type Patterns = OutputOf<'listVotePatterns'>
const patterns = async (period = 'week') => {
  const answer = await admin.get(`/api/_admin/vote_patterns?period=${period}`)
  expect(answer.statusCode).toBe(200)
  return answer.json<Patterns>()
}

/** The same numbers for the same seed, from 0 to 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Accounts that signed up on different days, or all on the same one; at trust level 1. */
async function accounts(prefix: string, number: number, { day = null as number | null, trust = 1 } = {}) {
  const { rows } = await sql<{ id: string }>`
    insert into users (username, created_at, trust_level, post_count)
    select ${prefix} || n, now() - make_interval(days => coalesce(${day}::integer, 40 + n)), ${trust}::smallint, 3
    from generate_series(1, ${number}::integer) n returning id::text as id`.execute(forum.db)
  return rows.map(({ id }) => id)
}

/** Posts of these authors, in turn. */
async function posts(authors: readonly string[], number: number) {
  const { rows } = await sql<{ id: string }>`
    insert into posts (public_id, type, author_id, community_id, title, body, body_html)
    select left(md5(random()::text), 8), 'text', (${authors}::bigint[])[1 + n % ${authors.length}],
      (select id from communities limit 1), 'Wrens', 'b', 'b'
    from generate_series(0, ${number - 1}::integer) n returning id::text as id`.execute(forum.db)
  return rows.map(({ id }) => id)
}

interface Vote {
  readonly voter: string
  readonly post: string
  readonly up: boolean
  /** Seconds ago. */
  readonly ago: number
}

const store = (votes: readonly Vote[]) =>
  sql`insert into post_votes (post_id, user_id, up, moves_points, created_at)
    select post, voter, up, false, now() - make_interval(secs => ago)
    from jsonb_to_recordset(${JSON.stringify(votes)}::jsonb) as given (voter bigint, post bigint, up boolean, ago float8)
    on conflict do nothing`.execute(forum.db)

const week = 6 * 86_400

/**
 * Readers who vote as people do: few with many votes, and the more on a post the more popular it is (Zipf), mostly up.
 *
 * @param options.eager how many of them vote on nearly everything.
 */
function honestVotes(
  voters: readonly string[],
  items: readonly string[],
  random: () => number,
  { eager = 0 } = {},
): Vote[] {
  const weights = items.map((_item, at) => 1 / (at + 1))
  const sums: number[] = []
  for (const weight of weights) sums.push((sums.at(-1) ?? 0) + weight)
  const pick = () => {
    const wanted = random() * (sums.at(-1) ?? 0)
    return items[sums.findIndex((sum) => sum >= wanted)] ?? ''
  }
  return voters.flatMap((voter, rank) => {
    const chosen = new Set<string>()
    if (rank < eager) {
      for (const item of items) if (random() < 0.9) chosen.add(item)
    } else {
      const wanted = Math.ceil(Math.max(3, (items.length / 3) * random() ** 3))
      for (let tries = 0; chosen.size < wanted && tries < wanted * 20; tries += 1) chosen.add(pick())
    }
    return [...chosen].map((post) => ({ voter, post, up: random() < 0.9, ago: random() * week }))
  })
}

const namesOf = (group: { accounts: readonly { username: string }[] }) =>
  group.accounts.map(({ username }) => username).toSorted()

describe('patterns of votes', () => {
  it.each([1, 2, 3])('find a ring among honest readers, and no reader (seed %i)', async (seed) => {
    const random = randomNumbers(seed)
    const authors = await accounts('author', 40)
    const readers = await accounts('reader', 200)
    const ring = await accounts('ring', 12)
    const items = await posts(authors, 400)
    const targets = await posts(await accounts('boosted', 2), 10)
    await store([
      ...honestVotes(readers, [...items, ...targets], random, { eager: 3 }),
      // Each votes on nine of the ten targets, and on what everyone votes on.
      ...ring.flatMap((voter, at) => [
        ...targets
          .filter((_target, n) => n !== at % 10)
          .map((post) => ({ voter, post, up: true, ago: random() * week })),
        { voter, post: items[at % 3] ?? '', up: true, ago: random() * week },
      ]),
    ])
    const { groups, targets: found, votes, isPartial } = await patterns()
    expect(groups.map(namesOf)).toEqual([ring.map((_id, at) => `ring${at + 1}`).toSorted()])
    expect(groups[0]).toMatchObject({ number: 1, size: 12 })
    expect(groups[0]?.common).toBeGreaterThanOrEqual(8)
    for (const account of groups[0]?.accounts ?? []) expect(account.share).toBeGreaterThanOrEqual(0.8)
    expect(votes).toBeGreaterThan(1000)
    expect(isPartial).toBe(false)
    expect(found.map(({ username, because, group }) => [username, because, group]).toSorted()).toEqual([
      ['boosted1', 'group', 1],
      ['boosted2', 'group', 1],
    ])
    for (const target of found) {
      expect(namesOf(target).filter((name) => !name.startsWith('ring'))).toEqual([])
      expect(target.fromVoters / target.votes).toBeGreaterThan(0.5)
    }
  })

  it('find no group where everyone votes on everything', async () => {
    const authors = await accounts('author', 10)
    const readers = await accounts('reader', 30)
    await store(honestVotes(readers, await posts(authors, 60), randomNumbers(7), { eager: 30 }))
    expect(await patterns()).toMatchObject({ groups: [], targets: [], fast: [] })
  })

  it('find accounts that bury others, but not those who disagree', async () => {
    const authors = await accounts('author', 10)
    const down = await accounts('down', 3)
    const up = await accounts('up', 1)
    await store(honestVotes(await accounts('reader', 40), await posts(authors, 80), randomNumbers(8)))
    const targets = await posts(await accounts('victim', 1), 8)
    await store(
      [...down, ...up].flatMap((voter) =>
        targets.map((post) => ({ voter, post, up: voter === up[0], ago: 60 })),
      ),
    )
    const { groups, targets: found } = await patterns()
    expect(groups.map(namesOf)).toEqual([['down1', 'down2', 'down3']])
    expect(found).toMatchObject([
      { username: 'victim1', because: 'group', votes: 32, fromVoters: 24, voters: 3 },
    ])
  })

  it('find accounts that only vote, and fast ones', async () => {
    const authors = await accounts('author', 5)
    const [silent = '', quick = '', talker = ''] = await accounts('voter', 3)
    await sql`update users set post_count = 0 where id = ${silent}`.execute(forum.db)
    const items = await posts(authors, 40)
    const votes = (voter: string, number: number, seconds: number) =>
      items.slice(0, number).map((post, n) => ({ voter, post, up: n % 4 !== 0, ago: 3600 + n * seconds }))
    await store([...votes(silent, 25, 900), ...votes(quick, 30, 2), ...votes(talker, 19, 1)])
    const { onlyVotes, fast } = await patterns('day')
    expect(onlyVotes).toMatchObject([
      {
        account: { username: 'voter1', votes: 25, isCounted: true },
        upvotes: 18,
        perMinute: 1,
        medianSeconds: 900,
      },
    ])
    // With 19 votes, the third has too few to say anything.
    expect(fast).toMatchObject([{ account: { username: 'voter2' }, perMinute: 30, medianSeconds: 2 }])
    expect(onlyVotes).toHaveLength(1)
    expect(fast).toHaveLength(1)
  })

  it('find members whose votes are of accounts of one day, or of trust level 0, if that is unusual here', async () => {
    const authors = await accounts('author', 20)
    const readers = await accounts('reader', 60)
    await store(honestVotes(readers, await posts(authors, 100), randomNumbers(9)))
    const [fan = '', newbie = ''] = await accounts('liked', 2)
    const sameDay = await accounts('twin', 6, { day: 3 })
    const untrusted = await accounts('fresh', 12, { trust: 0 })
    const vote = (post: string) => (voter: string) => ({ voter, post, up: true, ago: 1000 })
    // Each on a few only, so that they are no group.
    const fanPosts = await posts([fan], 6)
    await store(sameDay.flatMap((voter, at) => [0, 1].map((n) => vote(fanPosts[(at + n) % 6] ?? '')(voter))))
    const newbiePosts = await posts([newbie], 6)
    await store(untrusted.map((voter, at) => vote(newbiePosts[at % 6] ?? '')(voter)))
    const { groups, targets } = await patterns()
    expect(groups).toEqual([])
    expect(targets).toMatchObject([
      { username: 'liked1', because: 'day', votes: 12, fromVoters: 12, voters: 6 },
      { username: 'liked2', because: 'new', votes: 12, fromVoters: 12, voters: 12, day: null, group: null },
    ])
    // Where all are new, that is nothing.
    await sql`update users set trust_level = 0`.execute(forum.db)
    expect((await patterns()).targets.map(({ because }) => because)).toEqual(['day'])
  })

  it('are of the period that is asked for', async () => {
    const authors = await accounts('author', 5)
    const ring = await accounts('ring', 3)
    const items = await posts(authors, 30)
    await store(
      ring.flatMap((voter) =>
        items.slice(20, 28).map((post) => ({ voter, post, up: true, ago: 3 * 86_400 })),
      ),
    )
    await store(honestVotes(await accounts('reader', 30), items, randomNumbers(10)))
    expect((await patterns('day')).groups).toEqual([])
    for (const period of ['week', 'month', '', 'x'])
      expect((await patterns(period)).groups.map(namesOf)).toEqual([['ring1', 'ring2', 'ring3']])
  })

  it('never say who voted for what', async () => {
    const ring = await accounts('ring', 3)
    const items = await posts(await accounts('author', 30), 60)
    const { rows } = await sql<{ public_id: string }>`
      update posts set title = 'Secretly liked ' || id returning public_id`.execute(forum.db)
    await store(honestVotes(await accounts('reader', 30), items, randomNumbers(11)))
    await store(
      ring.flatMap((voter) => items.slice(40, 55).map((post) => ({ voter, post, up: true, ago: 90 }))),
    )
    const answer = await admin.get('/api/_admin/vote_patterns?period=month')
    const found = answer.json<Patterns>()
    expect(found.groups.map(namesOf)).toEqual([['ring1', 'ring2', 'ring3']])
    expect(answer.body).not.toMatch(/secretly/i)
    for (const { public_id } of rows) expect(answer.body).not.toContain(public_id)
    // Nothing but accounts, numbers and days.
    const fieldsOf = (value: object): string[] =>
      Object.entries(value).flatMap(([name, inner]) => [
        ...(Number.isNaN(Number(name)) ? [name] : []),
        ...(inner !== null && typeof inner === 'object' ? fieldsOf(inner) : []),
      ])
    expect(
      fieldsOf(found)
        .filter((name) => /post|comment|item|^id$|title/i.test(name))
        .toSorted(),
    ).toEqual(
      fieldsOf(found)
        .filter((name) => name === 'noPosts' || name === 'noComments')
        .toSorted(),
    )
  })

  it('list no member whose few posts would tell who voted on them', async () => {
    const readers = await accounts('reader', 40)
    const authors = await accounts('author', 20)
    const items = await posts(authors, 60)
    await store(honestVotes(readers, items, randomNumbers(12)))
    const [few = '', many = ''] = await accounts('liked', 2)
    const untrusted = await accounts('fresh', 12, { trust: 0 })
    const onFew = await posts([few], 4)
    const onMany = await posts([many], 5)
    const vote = (voter: string, post: string) => ({ voter, post, up: true, ago: 1000 })
    await store(
      untrusted.flatMap((voter, at) => [
        vote(voter, onFew[at % 4] ?? ''),
        vote(voter, onMany[at % 5] ?? ''),
        // All but the first two also vote on what others wrote.
        ...(at < 2 ? [] : [vote(voter, items[at] ?? ''), vote(voter, items[at + 12] ?? '')]),
      ]),
    )
    const found = (await patterns()).targets.filter(({ username }) => username.startsWith('liked'))
    expect(found).toMatchObject([{ username: 'liked2', because: 'new', fromVoters: 12, voters: 12 }])
    // Half of the votes of these are for the member; which five posts there are is no secret.
    expect(namesOf(found[0] ?? { accounts: [] })).toEqual(['fresh1', 'fresh2'])
    expect(found[0]?.accounts.map(({ share }) => share)).toEqual([null, null])
    expect(found[0]).not.toHaveProperty('upvotes')

    // With ten votes, half of them for the member, an account has voted on all five of the posts.
    await store(onMany.map((post) => vote(untrusted[0] ?? '', post)))
    await store(items.slice(30, 34).map((post) => vote(untrusted[0] ?? '', post)))
    const [later] = (await patterns()).targets.filter(({ username }) => username === 'liked2')
    expect(namesOf(later ?? { accounts: [] })).toEqual(['fresh2'])
  })

  it('read no more of a period than has the newest votes, for posts and for comments', async () => {
    const hour = 3600
    const [voter = ''] = await accounts('voter', 1)
    const items = await posts(await accounts('author', 2), 30)
    // One in the last half hour, and from three hours ago on one each hour.
    await store(
      items.map((post, at) => ({ voter, post, up: true, ago: at === 0 ? hour / 2 : (at + 2.5) * hour })),
    )
    const read = (votesMax: number, hours = 24, of: 'post' | 'comment' = 'post') =>
      hoursToRead(forum.db, of, { hours, votesMax })
    expect(await read(1)).toBe(1)
    expect(await read(2)).toBe(4)
    expect(await read(10)).toBe(16)
    expect(await read(1, 24, 'comment')).toBe(24)
    expect(await read(29, 24)).toBe(24)
    expect(await read(29, 720)).toBe(32)
  })

  it('are found once for all who ask at the same time', async () => {
    const asked = [listVotePatterns(forum.db, 'day'), listVotePatterns(forum.db, 'day')]
    expect(asked[0]).toBe(asked[1])
    const [first] = await Promise.all(asked)
    expect(await listVotePatterns(forum.db, 'day')).not.toBe(first)
  })

  it('say which accounts do not count any more, and the list of these says how far it is', async () => {
    const voters = await accounts('ring', 2)
    await sql`insert into uncounted_voters (user_id, since) values (${voters[0]}, now())`.execute(forum.db)
    const list = async () =>
      (await admin.get('/api/_admin/uncounted_voters')).json<OutputOf<'listUncountedVoters'>>()
    expect(await list()).toMatchObject({
      accounts: 1,
      voters: [
        {
          account: { username: 'ring1', isCounted: false },
          since: expect.any(String),
          done: 0,
          isEnding: false,
        },
      ],
    })
    await sql`update uncounted_voters set finished_at = now()`.execute(forum.db)
    expect((await list()).voters[0]?.done).toBe(null)
  })
})

describe('pairs', () => {
  const pair = (one: string, other: string, common = 9) => ({
    one_id: one,
    other_id: other,
    common,
    one_votes: 10,
    other_votes: common,
  })

  it('are joined into groups, the largest first', () => {
    const groups = groupPairs([pair('1', '2', 12), pair('3', '4'), pair('5', '6', 8), pair('4', '5')])
    expect(groups.map(({ memberIds, common }) => [memberIds.toSorted(), common])).toEqual([
      [['3', '4', '5', '6'], 9],
      [['1', '2'], 12],
    ])
    expect(Object.fromEntries(groups[0]?.shares ?? [])).toEqual({ 3: 0.9, 4: 1, 5: 1, 6: 1 })
  })

  it('of thousands of accounts in a chain are one group', () => {
    const chain = Array.from({ length: 20_000 }, (_none, n) => pair(String(n), String(n + 1)))
    expect(groupPairs(chain.toReversed())).toHaveLength(1)
    expect(groupPairs(chain)[0]?.memberIds).toHaveLength(20_001)
  })
})
