import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wireId } from '../../contract/ids.ts'
import { type Forum, startForum } from './forum.ts'
import { insertMember, passwordOf } from './members.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.close())

/** Everything the database contains about a member, without what differs between members. */
async function traces(username: string) {
  const { rows } = await sql<{ traces: unknown }>`
    select json_build_object(
      'account', to_jsonb(users) - '{id,username,username_key,password_hash,created_at,last_seen_at}'::text[],
      'memberships', (select json_agg(to_jsonb(memberships) - '{user_id,joined_at,visited_at}'::text[])
        from memberships where user_id = users.id),
      'lists', (select json_agg(to_jsonb(lists) - '{id,user_id,created_at,last_updated_at}'::text[])
        from lists where user_id = users.id),
      'sessions', (select json_agg(to_jsonb(sessions) - '{id_hash,user_id,created_at,last_seen_at,expires_at,password_given_at}'::text[])
        from sessions where user_id = users.id)) as traces
    from users where username = ${username}`.execute(forum.db)
  return rows[0]?.traces
}
const counts = async () => ({
  site: await forum.db
    .selectFrom('site_settings')
    .select(['user_count', 'signup_count'])
    .executeTakeFirstOrThrow(),
  communities: await forum.db.selectFrom('communities').select(['name', 'member_count']).execute(),
})
const signUp = async (username: string) =>
  (await forum.guest()).post('/api/_signup', { username, password: passwordOf(username) })

it('an inserted member leaves the same rows as one who signs up', async () => {
  const { id } = await forum.community('defaults')
  await sql`update communities set is_default = true where id = ${id}`.execute(forum.db)
  const atFirst = await counts()
  expect((await signUp('signs_up')).statusCode).toBe(201)
  const between = await counts()
  await insertMember(forum.db, forum.secrets.session, {
    username: 'inserted',
    userAgent: 'lightMyRequest',
  })
  const atLast = await counts()
  expect(await traces('inserted')).toEqual(await traces('signs_up'))
  const growth = (before: typeof atFirst, after: typeof atFirst) => [
    after.site.user_count - before.site.user_count,
    after.site.signup_count - before.site.signup_count,
    ...after.communities.map(
      ({ name, member_count }) =>
        member_count - (before.communities.find((community) => community.name === name)?.member_count ?? 0),
    ),
  ]
  expect(growth(between, atLast)).toEqual(growth(atFirst, between))
})

it('the cookies and the password of an inserted member are valid', async () => {
  const { id, cookies } = await insertMember(forum.db, forum.secrets.session, { username: 'comes_back' })
  const initial = await forum.app.inject({ url: '/api/_initial', cookies })
  expect(initial.json()).toMatchObject({ user: { id: wireId('user', id), username: 'comes_back' } })
  const login = await (await forum.guest()).post('/api/_login', {
    username: 'comes_back',
    password: passwordOf('comes_back'),
  })
  expect(login.statusCode).toBe(200)
})
