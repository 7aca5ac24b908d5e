import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { errors, withName } from '../../../contract/errors.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { items } from '../../../tests/support/notified.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { withoutPassword } from '../../../tests/support/withoutPassword.ts'
import { resolveNames } from '../../import/names.ts'
import { notifyOfNewName, type Renamed, renamedTask } from './rename.ts'

let forum: Forum
let admin: Member
let moderator: Member
let named = 0
let name: string
beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  moderator = await forum.member('mod_m')
})
beforeEach(async () => {
  named += 1
  name = `Meadow${named}`
  await forum.community(name)
})
afterAll(() => forum.close())

const rename = (old: string, wanted: string, who = admin) =>
  who.put(`/api/_admin/communities/${old}/name?byName=true`, { name: wanted })
const found = async (wanted: string) =>
  (await admin.get(`/api/communities/${wanted}?byName=true`)).json<{ id: string; name: string }>()
const create = (wanted: string) => admin.post('/api/communities', { name: wanted, about: '' })
const exists = (wanted: string) => withName(errors.communityExists, wanted)
const logged = async () =>
  (
    await forum.db
      .selectFrom('moderation_log')
      .select(['action', 'acted_as', 'is_public', 'details'])
      .where('action', '=', 'rename_community')
      .orderBy('id', 'desc')
      .execute()
  )[0]

/** Holds a lock in a transaction of its own until both calls wait, so that they are at the same place. */
async function atOnce(hold: string, ...calls: (() => Promise<{ statusCode: number }>)[]) {
  const answers: Promise<{ statusCode: number }>[] = []
  await forum.db.transaction().execute(async (trx) => {
    await sql.raw(hold).execute(trx)
    for (const [n, call] of calls.entries()) {
      answers.push(call())
      await expect.poll(() => waitingStatements(forum.db), { interval: 10 }).toHaveLength(n + 1)
    }
  })
  return (await Promise.all(answers)).map(({ statusCode }) => statusCode)
}

// [ACC-2-118]
describe('renaming a community', () => {
  it('gives it the new name, and finds it under the old one in any case', async () => {
    const answer = await rename(name, ` New${name} `)
    expect(answer.json()).toMatchObject({ name: `New${name}` })
    const { id } = await found(`new${name}`)
    for (const old of [name, name.toUpperCase()])
      expect(await found(old)).toMatchObject({ id, name: `New${name}` })
  })

  it('is in the public moderation log, with both names', async () => {
    await rename(name, `New${name}`)
    expect(await logged()).toEqual({
      action: 'rename_community',
      acted_as: 'admins',
      is_public: true,
      details: { formerName: name, newName: `New${name}` },
    })
  })

  it('can change upper and lower case alone', async () => {
    expect((await rename(name, name.toUpperCase())).json()).toMatchObject({ name: name.toUpperCase() })
    expect(await logged()).toMatchObject({ details: { newName: name.toUpperCase() } })
    for (const old of [name, name.toUpperCase()])
      expect(await found(old)).toMatchObject({ name: name.toUpperCase() })
  })

  it('keeps the first spelling in the ids of its feed', async () => {
    const ids = async (of: string) =>
      (await forum.app.inject({ url: `/${of}.atom` })).body.match(/<id>[^<]*\/post\/[^<]*<\/id>/g)
    await forum.post(admin, name)
    const before = await ids(name)
    expect(before?.join()).toContain(name)
    await rename(name, name.toUpperCase())
    expect(await ids(name.toUpperCase())).toEqual(before)
    await rename(name, `New${name}`)
    expect(await ids(`New${name}`)).toEqual(before)
  })

  it('changes nothing where it has this name', async () => {
    const before = await logged()
    expect((await rename(name, name)).statusCode).toBe(200)
    expect(await logged()).toEqual(before)
  })

  it('is refused for the name of another community, in any case, and for the former name of one', async () => {
    await forum.community(`Taken${named}`)
    expect((await rename(name, `TAKEN${named}`)).json()).toEqual(exists(`TAKEN${named}`))
    await rename(`Taken${named}`, `Other${named}`)
    expect((await rename(name, `taken${named}`)).json()).toEqual(exists(`taken${named}`))
    expect((await found(name)).name).toBe(name)
  })

  it('gives it a former name of its own back', async () => {
    await rename(name, `Second${named}`)
    await rename(`Second${named}`, `Third${named}`)
    expect((await rename(`Third${named}`, name)).json()).toMatchObject({ name })
    for (const old of [`Second${named}`, `Third${named}`]) expect((await found(old)).name).toBe(name)
  })

  // [ACC-2-119]
  it('keeps the old name from new communities and requests', async () => {
    await rename(name, `New${name}`)
    expect((await create(name.toLowerCase())).json()).toEqual(exists(name.toLowerCase()))
    const several = { communities: [{ name: `Free${named}` }, { name }] }
    expect((await admin.post('/api/_admin/communities', several)).json()).toEqual(exists(name))
    expect((await admin.get(`/api/communities/Free${named}?byName=true`)).statusCode).toBe(404)
    expect((await moderator.post('/api/community_requests', { name, note: '' })).json()).toEqual(
      errors.requestedCommunityExists,
    )
  })

  it('lets members write by the old name, and finds posts there', async () => {
    const post = await forum.post(admin, name, { title: `Clover of ${name}` })
    await rename(name, `New${name}`)
    const answer = await admin.post('/api/posts', { title: 'Later', body: 'Text.', community: name })
    expect(answer.json()).toMatchObject({ communityName: `New${name}` })
    const search = await admin.get(`/api/search?q=clover+in:${name}`)
    expect(search.json()).toMatchObject({ posts: [{ publicId: post.publicId }] })
  })

  it('notifies its moderators but the one who renamed it, and nobody else', async () => {
    await sql`insert into moderators (community_id, user_id, position)
      select id, member, 4 + place from communities, unnest(array[${stored(moderator.id)}, ${stored(admin.id)}]::bigint[])
        with ordinality as one (member, place)
      where name = ${name}`.execute(forum.db)
    const member = await forum.member(`member_${named}`)
    const { id } = await found(name)
    await member.post('/api/_joinCommunity', { communityId: id, leave: false })
    await rename(name, `New${name}`)
    const { rows } = await sql<{ payload: Renamed }>`
      delete from graphile_worker._private_jobs as jobs using graphile_worker._private_tasks as tasks
      where tasks.id = jobs.task_id and identifier = ${renamedTask} and payload->>'formerName' = ${name}
      returning payload`.execute(forum.db)
    for (const { payload } of rows) await notifyOfNewName(forum.db, payload)
    expect(await items(moderator)).toMatchObject([
      {
        type: 'community_renamed',
        title: `<b>${name}</b> is now called <b>New${name}</b>`,
        toURL: `/New${name}`,
      },
    ])
    expect(await items(moderator, '')).toMatchObject([
      { notif: { formerName: name, newName: `New${name}`, communityName: `New${name}` } },
    ])
    for (const other of [admin, member]) expect(await items(other)).toEqual([])
  })
})

describe('a rename is refused', () => {
  it.each([
    [' ', errors.communityNameEmpty],
    ['ab', errors.communityNameTooShort],
    ['a'.repeat(22), errors.communityNameTooLong],
    ['two words', errors.communityNameCharacters],
    ['login', errors.communityNameReserved],
    ['m0derators', errors.communityNameOfficial],
  ])('with the name "%s"', async (wanted, error) => {
    expect((await rename(name, wanted)).json()).toEqual(error)
  })

  it('without a password that was given recently', async () => {
    const answer = await withoutPassword(forum, () => rename(name, `New${name}`))
    expect(answer.json()).toEqual(errors.passwordNeeded)
    expect((await found(name)).name).toBe(name)
  })

  it('to everyone but admins, and for a community that does not exist', async () => {
    const mod = await forum.moderator(`mod_${named}`, name)
    expect((await rename(name, `New${name}`, mod)).json()).toEqual(errors.notAdmin)
    expect((await rename('nowhere', `New${name}`)).json()).toEqual(errors.communityNotFound)
    const byId = await admin.put('/api/_admin/communities/nowhere/name', { name: `New${name}` })
    expect(byId.json()).toEqual(errors.invalidId)
  })
})

describe('at the same time as a rename', () => {
  const lockOf = (community: string) => `select from communities where name = '${community}' for update`

  it('a community cannot be created with its old or its new name', async () => {
    const statuses = await atOnce(
      lockOf(name),
      () => rename(name, `New${name}`),
      () => create(name),
      () => create(`New${name}`),
    )
    expect(statuses).toEqual([200, 409, 409])
  })

  it('it waits for a community that is being created with its new name', async () => {
    const statuses = await atOnce(
      `select from users where username = 'the_admin' for update`,
      () => create(`New${name}`),
      () => rename(name, `New${name}`),
    )
    expect(statuses).toEqual([200, 409])
  })

  it('of two communities, one gets the name', async () => {
    await forum.community(`Other${named}`)
    const statuses = await atOnce(
      lockOf(name),
      () => rename(name, `Wanted${named}`),
      () => rename(`Other${named}`, `Wanted${named}`),
    )
    expect(statuses).toEqual([200, 409])
  })

  it('a second one of the same community starts from its new name', async () => {
    const statuses = await atOnce(
      lockOf(name),
      () => rename(name, `Second${named}`),
      () => rename(name, `Third${named}`),
    )
    expect(statuses).toEqual([200, 200])
    expect(await logged()).toMatchObject({
      details: { formerName: `Second${named}`, newName: `Third${named}` },
    })
    for (const old of [name, `Second${named}`]) expect((await found(old)).name).toBe(`Third${named}`)
  })
})

describe('an import', () => {
  it('gives a community of a former name another one, and continues in a renamed community', async () => {
    await rename(name, `New${name}`)
    const client = await forum.database.pool.connect()
    const imported = async () => {
      await client.query(`create schema import_staging; create table import_staging.communities
        (name text primary key, source_name text, first_at timestamptz default now(), last_at timestamptz default now(), id bigint);
        create table import_staging.spelled_communities (source_name text, name text)`)
      await client.query(
        'insert into import_staging.communities (name, source_name) values ($1, lower($1))',
        [name],
      )
      await client.query('insert into import_staging.spelled_communities values (lower($1), $1)', [name])
      await resolveNames(client as never, 'communities')
      const { rows } = await client.query<{ name: string }>(
        'select communities.name from import_staging.communities as staged join communities using (id)',
      )
      await client.query('drop schema import_staging cascade')
      return rows[0]?.name
    }
    expect(await imported()).toBe(`${name}_2`)
    await rename(`${name}_2`, `Renamed${named}`)
    expect(await imported()).toBe(`Renamed${named}`)
    client.release()
  })
})
