import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { limits } from '../../../contract/limits.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { manyMembers } from '../../../tests/support/viewer.ts'

let forum: Forum
let admin: Member
let suspect: Member
beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('keeper', { isAdmin: true })
  await forum.community('birding', admin)
  await manyMembers(forum.db, 2 * limits.accountsPerAddressShown)
})
let made = 0
const member = () => forum.member(`wren_${++made}`)
beforeEach(async () => {
  await sql`update users set created_ip = null, last_seen_ip = null, banned_at = null`.execute(forum.db)
  await sql`update sessions set last_seen_ip = null, user_agent = null`.execute(forum.db)
  suspect = await member()
  await cameFrom(suspect, {})
})
afterAll(() => forum.close())

/** @param addresses of the sign-up, the last visit, and the open session. */
async function cameFrom(
  { id }: Member,
  {
    signup = null,
    last = null,
    session = null,
    browser = null,
  }: { signup?: string | null; last?: string | null; session?: string | null; browser?: string | null },
) {
  await sql`update users set created_ip = ${signup}, last_seen_ip = ${last} where id = ${id}`.execute(
    forum.db,
  )
  await sql`update sessions set last_seen_ip = ${session}, user_agent = ${browser} where user_id = ${id}`.execute(
    forum.db,
  )
}
const related = async (of = suspect) =>
  (await admin.get(`/api/_admin/members/${of.username}/related`)).json<OutputOf<'listRelatedAccounts'>>()
const namesOf = ({ accounts }: OutputOf<'listRelatedAccounts'>) => accounts.map(({ username }) => username)
const hint = async (of = suspect) =>
  (await admin.get(`/api/_admin/members?q=${of.username}`)).json<OutputOf<'listMembers'>>().members[0]
    ?.sharesAddressWithBanned

describe('related accounts are', () => {
  it('those whose sign-up or last visit was at an address of the account', async () => {
    const [one, two, three, other] = [await member(), await member(), await member(), await member()]
    await cameFrom(suspect, { signup: '192.0.2.1', last: '192.0.2.2', session: '192.0.2.3' })
    await cameFrom(one, { signup: '192.0.2.2' })
    await cameFrom(two, { last: '192.0.2.1' })
    await cameFrom(three, { signup: '192.0.2.3', last: '192.0.2.1' })
    await cameFrom(other, { signup: '192.0.2.4', last: '192.0.2.4' })
    const found = await related()
    expect(namesOf(found)).toEqual([three, two, one].map(({ username }) => username))
    expect(found.accounts[0]?.addresses).toEqual(['192.0.2.1', '192.0.2.3'])
    expect(found.addresses).toEqual([
      { ip: '192.0.2.1', noAccounts: 2 },
      { ip: '192.0.2.2', noAccounts: 1 },
      { ip: '192.0.2.3', noAccounts: 1 },
    ])
  })

  it('those of the same IPv6 /64', async () => {
    const [near, far] = [await member(), await member()]
    await cameFrom(suspect, { signup: '2001:db8:1:2::7' })
    await cameFrom(near, { last: '2001:db8:1:2:ffff:ffff:ffff:ffff' })
    await cameFrom(far, { last: '2001:db8:1:3::' })
    expect(await related()).toMatchObject({
      addresses: [{ ip: '2001:db8:1:2::/64', noAccounts: 1 }],
      accounts: [{ username: near.username, addresses: ['2001:db8:1:2::/64'] }],
    })
  })

  it('empty if no address is stored', async () => {
    await cameFrom(await member(), {})
    expect(await related()).toEqual({ username: suspect.username, addresses: [], accounts: [] })
  })

  it('not listed for an address that many share, whose count is capped', async () => {
    await cameFrom(suspect, { signup: '192.0.2.1', last: '192.0.2.2' })
    await sql`update users set created_ip = '192.0.2.1' where id in (
      select id from users where id <> ${suspect.id} and not is_built_in limit ${limits.accountsPerAddressShown + 1})`.execute(
      forum.db,
    )
    expect(await related()).toMatchObject({
      addresses: [
        { ip: '192.0.2.1', noAccounts: limits.accountsPerAddressShown + 1 },
        { ip: '192.0.2.2', noAccounts: 0 },
      ],
      accounts: [],
    })
  })
})

describe('each of them shows', () => {
  it('whether and where it is banned, banned ones first', async () => {
    const [free, outside, banned] = [await member(), await member(), await member()]
    for (const one of [suspect, banned, outside, free]) await cameFrom(one, { signup: '192.0.2.1' })
    const { id } = (await admin.get('/api/communities/birding?byName=true')).json()
    await admin.post(`/api/communities/${id}/banned`, { username: outside.username })
    await admin.post('/api/_admin', { action: 'ban_user', username: banned.username })
    expect((await related()).accounts).toMatchObject([
      { username: banned.username, bannedAt: expect.stringMatching(/Z$/), bannedFrom: [] },
      { username: outside.username, bannedAt: null, bannedFrom: ['birding'] },
      { username: free.username, bannedAt: null, bannedFrom: [] },
    ])
  })

  it('whether it uses the same browser, if both have an open session', async () => {
    const [same, another, away] = [await member(), await member(), await member()]
    for (const [one, browser] of [
      [suspect, 'Lynx/2.9'],
      [same, 'Lynx/2.9'],
      [another, 'w3m/0.5'],
      [away, null],
    ] as const)
      await cameFrom(one, { signup: '192.0.2.1', browser })
    expect((await related()).accounts).toMatchObject([
      { username: away.username, sameBrowser: null },
      { username: another.username, sameBrowser: false },
      { username: same.username, sameBrowser: true },
    ])
  })
})

describe('the table of users marks', () => {
  it('an account that shares an address with a banned one, but not the banned one', async () => {
    const banned = await member()
    await cameFrom(suspect, { last: '192.0.2.1' })
    await cameFrom(banned, { signup: '192.0.2.1' })
    expect(await hint()).toBe(false)
    await admin.post('/api/_admin', { action: 'ban_user', username: banned.username })
    expect([await hint(), await hint(banned)]).toEqual([true, false])
    await cameFrom(suspect, { last: '192.0.2.2' })
    expect(await hint()).toBe(false)
  })
})

it('is read in two queries, with the session', async () => {
  expect(await countQueries(forum.database, () => related())).toBe(2)
})
