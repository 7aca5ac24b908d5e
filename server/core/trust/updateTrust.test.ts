import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storedId } from '../../../contract/ids.ts'
import { type TrustThresholds, trustGraceDays, trustOf, trustTable } from '../../../contract/trust.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'
import { countedMax, updateTrust } from './updateTrust.ts'

let forum: Forum
let admin: Member
let posts: PostFacts[]
beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  await forum.community('birding', admin)
  const post = await forum.post(admin, 'birding')
  await sql`insert into posts (public_id, type, author_id, community_id, title)
    select 'read_' || n, 'text', author_id, community_id, 'To be read' from posts, generate_series(100, 220) as n
    where public_id = ${post.publicId}`.execute(forum.db)
  posts = [post]
})
afterAll(() => forum.close())

const never = new AbortController().signal
const run = (batch?: number) => updateTrust(forum.database.db, never, batch ? { batch } : {})
const idOf = (who: Member) => storedId('user', who.id)

/** As if the member had come back just now; the job looks at visits that are some seconds old. */
const visit = (who: Member) =>
  sql`update users set last_seen_at = now() - interval '1 minute' where id = ${idOf(who)}`.execute(forum.db)
const levelOf = async (who: Member) =>
  (
    await sql<{ level: number }>`select trust_level as level from users where id = ${idOf(who)}`.execute(
      forum.db,
    )
  ).rows[0]?.level

/** A member who did this, long ago and since. */
let members = 0
async function memberWith(facts: Partial<TrustThresholds>): Promise<Member> {
  members += 1
  const who = await forum.member(`wren_${members}`)
  const { daysVisited = 0, postsRead = 0, approvals = 0, ageDays = 0, removals = 0, bans = 0 } = facts
  const id = idOf(who)
  await sql`update users set created_at = now() - make_interval(days => ${ageDays}, mins => 5) where id = ${id}`.execute(
    forum.db,
  )
  await sql`insert into member_trust (user_id, days_visited, last_day, reports_agreed)
    values (${id}, ${daysVisited}, (now() at time zone 'UTC')::date, ${approvals})`.execute(forum.db)
  await sql`insert into post_visits (user_id, post_id, visited_at)
    select ${id}, id, now() from posts order by id limit ${postsRead}`.execute(forum.db)
  await sql`insert into posts (public_id, type, author_id, community_id, title, deleted_at, deleted_as, deleted_by)
    select 'w' || lpad(${members}::text, 4, '0') || lpad(n::text, 3, '0'), 'text', ${id}, community_id, 'Removed', now(), 'mods', ${idOf(admin)}
    from posts, generate_series(1, ${removals}::integer) as n where public_id = ${posts[0]?.publicId ?? ''}`.execute(
    forum.db,
  )
  for (let ban = 0; ban < bans; ban++) {
    const { id: community } = await forum.community(`quiet_${members}_${ban}`, admin)
    await sql`insert into community_bans (user_id, community_id) values (${id}, ${storedId('community', community)})`.execute(
      forum.db,
    )
  }
  await visit(who)
  return who
}

describe('the job', () => {
  it.each([1, 2, 3] as const)('gives level %i to those who meet what it asks for', async (level) => {
    const all = await memberWith(trustTable[level])
    const less = await memberWith({ ...trustTable[level], daysVisited: trustTable[level].daysVisited - 1 })
    await run()
    expect([await levelOf(all), await levelOf(less)]).toEqual([level, level - 1])
  })

  it('looks only at those who were here since', async () => {
    const who = await memberWith({})
    await run()
    await sql`update member_trust set days_visited = 100 where user_id = ${idOf(who)}`.execute(forum.db)
    await sql`insert into post_visits (user_id, post_id, visited_at)
      select ${idOf(who)}, id, now() from posts limit 5`.execute(forum.db)
    await sql`update users set created_at = now() - interval '9 days' where id = ${idOf(who)}`.execute(
      forum.db,
    )
    await run()
    expect(await levelOf(who)).toBe(0)
    await visit(who)
    await run()
    expect(await levelOf(who)).toBe(1)
  })

  it('counts a day once, and the next one too', async () => {
    const who = await memberWith({ daysVisited: 1 })
    const days = async () =>
      (
        await sql<{ days: number }>`
          select days_visited as days from member_trust where user_id = ${idOf(who)}`.execute(forum.db)
      ).rows[0]?.days
    await run()
    await visit(who)
    await run()
    expect(await days()).toBe(1)
    await sql`update member_trust set last_day = last_day - 1 where user_id = ${idOf(who)}`.execute(forum.db)
    await visit(who)
    await run()
    expect(await days()).toBe(2)
  })

  it('counts what members did before there were levels', async () => {
    const who = await memberWith({ ageDays: 20, postsRead: 5 })
    await sql`delete from member_trust where user_id = ${idOf(who)}`.execute(forum.db)
    await sql`update post_visits set visited_at = now() - make_interval(days => mod(post_id, 4)::integer)
      where user_id = ${idOf(who)}`.execute(forum.db)
    await run()
    expect(await levelOf(who)).toBe(1)
  })

  it('lets a member fall by one level after the grace period, and not before', async () => {
    const who = await memberWith(trustTable[2])
    await run()
    await sql`delete from post_visits where user_id = ${idOf(who)}`.execute(forum.db)
    const wait = (days: number) =>
      sql`update member_trust set below_since = below_since - make_interval(days => ${days})
        where user_id = ${idOf(who)}`.execute(forum.db)
    const levels: unknown[] = []
    for (const days of [0, trustGraceDays - 1, 1, 0, trustGraceDays]) {
      await wait(days)
      await visit(who)
      await run()
      levels.push(await levelOf(who))
    }
    expect(levels).toEqual([2, 2, 1, 1, 0])
  })

  it('starts the grace period again when a member meets everything in between', async () => {
    const who = await memberWith(trustTable[1])
    await run()
    await sql`update member_trust set below_since = now() - interval '90 days' where user_id = ${idOf(who)}`.execute(
      forum.db,
    )
    await visit(who)
    await run()
    expect(
      (await sql`select below_since from member_trust where user_id = ${idOf(who)}`.execute(forum.db)).rows,
    ).toEqual([{ below_since: null }])
  })

  it('leaves a level alone that an admin has set', async () => {
    const who = await memberWith(trustTable[3])
    await sql`update users set trust_level = 1, is_trust_pinned = true where id = ${idOf(who)}`.execute(
      forum.db,
    )
    await run()
    expect(await levelOf(who)).toBe(1)
  })

  it('leaves deleted accounts alone', async () => {
    const who = await memberWith(trustTable[1])
    await sql`update users set deleted_at = now() where id = ${idOf(who)}`.execute(forum.db)
    await run()
    expect(await levelOf(who)).toBe(0)
  })

  it('counts upvotes by members of level 1 and staff, and no others', async () => {
    const author = await memberWith({ ...trustTable[2], approvals: 0 })
    const post = await forum.post(author, 'birding')
    const comment = await forum.comment(author, post)
    const voters = await Promise.all(['a', 'b', 'c', 'd'].map((name) => forum.member(`voter_${name}`)))
    for (const who of [...voters, admin])
      await sql`insert into post_votes (post_id, user_id, up, moves_points)
        values (${storedId('post', post.id)}, ${idOf(who)}, true, true) on conflict do nothing`.execute(
        forum.db,
      )
    await sql`insert into comment_votes (post_id, comment_id, user_id, up, moves_points)
      values (${storedId('post', post.id)}, ${storedId('comment', comment.id)}, ${idOf(admin)}, true, true)
      on conflict do nothing`.execute(forum.db)
    await visit(author)
    await run()
    expect(await levelOf(author)).toBe(1)
    await sql`update users set trust_level = 1
      where id = any(${voters.slice(0, 3).map(idOf)}::bigint[])`.execute(forum.db)
    await visit(author)
    await run()
    expect(await levelOf(author)).toBe(2)
  })

  it('needs two statements a batch, however many members there are', async () => {
    for (let count = 0; count < 7; count++) await memberWith({})
    expect(await countQueries(forum.database, () => run(100))).toBe(2)
  })
})

/** Counts from the rows, one member after the other, without any of the statements of the job. */
async function recounted(): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string } & TrustThresholds>`
    select users.id::text as id, days_visited as "daysVisited",
      (select count(*)::integer from post_visits where user_id = users.id) as "postsRead",
      reports_agreed + (select count(*)::integer from post_votes join posts on posts.id = post_id
        join users as voter on voter.id = post_votes.user_id
        where author_id = users.id and up and voter.id <> users.id and posts.deleted_at is null
          and (voter.trust_level > 0 or voter.is_admin or voter.id in (select user_id from moderators))) as approvals,
      (extract(epoch from now() - created_at) / 86400 - 0.5)::integer as "ageDays",
      (select count(*)::integer from posts where author_id = users.id and deleted_as in ('mods', 'admins')) as removals,
      (select count(*)::integer from community_bans where user_id = users.id)
        + (select count(*)::integer from site_bans where user_id = users.id) as bans
    from users join member_trust on user_id = users.id where deleted_at is null and not is_trust_pinned`.execute(
    forum.db,
  )
  return new Map(rows.map(({ id, ...facts }) => [id, trustOf({ ...facts, vouchers: 0 })]))
}

it('gives every member the level that a recount gives, in batches of any size', async () => {
  const pick = (seed: number, of: number) => (seed * 7919 + 104_729) % of
  for (let seed = 1; seed <= 30; seed++)
    await memberWith({
      daysVisited: pick(seed, 40),
      postsRead: pick(seed + 3, countedMax.visitsMax + 10),
      approvals: pick(seed + 5, 40),
      ageDays: pick(seed + 7, 70),
      removals: pick(seed + 11, 13) === 0 ? 2 : 0,
      bans: pick(seed + 13, 11) === 0 ? 1 : 0,
    })
  await sql`update users set trust_level = 0 where not is_trust_pinned`.execute(forum.db)
  for (const batch of [1000, 7]) {
    // Twice: votes count by the levels of those who voted.
    await sql`update users set last_seen_at = now() - interval '30 seconds'`.execute(forum.db)
    await sql`update trust_progress set seen_at = 'epoch', user_id = 0`.execute(forum.db)
    await run(batch)
  }
  const expected = await recounted()
  const { rows } = await sql<{ id: string; level: number }>`
    select id::text, trust_level as level from users join member_trust on user_id = users.id
    where deleted_at is null and not is_trust_pinned`.execute(forum.db)
  expect(new Map(rows.map(({ id, level }) => [id, level]))).toEqual(expected)
  expect(new Set(expected.values()).size).toBeGreaterThan(2)
})
