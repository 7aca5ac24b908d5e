import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { welcomeNewMembers } from './welcome.ts'

let forum: Forum
let newcomer: Member

beforeEach(async () => {
  forum = await startForum()
  await forum.community('Introductions')
  newcomer = await forum.member('nora_new')
  await aged('7 hours')
})
afterEach(() => forum.close())

const aged = (age: string) =>
  sql`update users set created_at = now() - ${age}::interval where id = ${newcomer.id}`.execute(forum.db)
const welcome = (community = 'introductions') =>
  welcomeNewMembers(forum.db, { community, signal: new AbortController().signal, batch: 2 })
const notifications = async () => (await newcomer.get('/api/notifications?render=true&format=html')).json()

describe('greeting newcomers', () => {
  it('invites them to a community, once', async () => {
    await welcome()
    await welcome()
    expect(await notifications()).toMatchObject({
      count: 1,
      newCount: 1,
      items: [
        {
          type: 'welcome',
          title:
            '<b>Welcome to Folkmoot</b>. Make a post in our <b>Introductions</b> community to say hello!',
          toURL: '/Introductions',
        },
      ],
    })
    const raw = (await newcomer.get('/api/notifications')).json()
    expect(raw.items[0].notif).toMatchObject({
      communityName: 'Introductions',
      community: { name: 'Introductions', userJoined: null },
    })
  })

  it('waits six hours', async () => {
    await aged('5 hours 59 minutes')
    await welcome()
    expect(await notifications()).toMatchObject({ count: 0 })
  })

  it('welcomes nobody while the community does not exist, and catches up later', async () => {
    await welcome('nowhere')
    expect(await notifications()).toMatchObject({ count: 0 })
    await welcome()
    expect(await notifications()).toMatchObject({ count: 1 })
  })

  it.each(['deleted_at', 'banned_at'])('excludes accounts with %s', async (column) => {
    await sql`update users set ${sql.ref(column)} = now() where id = ${newcomer.id}`.execute(forum.db)
    await welcome()
    const { rows } = await sql`select from notifications`.execute(forum.db)
    expect(rows).toEqual([])
  })

  it('welcomes everyone once, also with concurrent runs, but no built-in account', async () => {
    for (let n = 0; n < 5; n++) await forum.member(`nora_new${n}`)
    await sql`update users set created_at = now() - interval '7 hours'`.execute(forum.db)
    await Promise.all([welcome(), welcome(), welcome()])
    await welcome()
    const { rows } = await sql<{ username: string; notifications: number; counted: number }>`
      select username, notifications_new_count as counted,
        (select count(*)::integer from notifications where user_id = users.id) as notifications
      from users order by id`.execute(forum.db)
    const programs = rows.filter(({ username }) => ['ghost', 'nobody'].includes(username))
    for (const one of programs) expect(one).toMatchObject({ notifications: 0, counted: 0 })
    for (const one of rows.slice(2)) expect(one).toMatchObject({ notifications: 1, counted: 1 })
    expect(rows).toHaveLength(9)
  })
})
