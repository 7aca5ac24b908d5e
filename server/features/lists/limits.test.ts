import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'

let forum: Forum
let made = 0
beforeAll(async () => {
  forum = await startForum({ RATE_LIMITS: 'on', ADMIN_API_KEY: 'opensesame', TRUST_PROXY: 'loopback' })
  // Otherwise the first sign-up would need the operator's link.
  await forum.member('the_first')
})
afterAll(() => forum.close())

/** Sign-ups are counted by IP address, so each uses another one. */
async function newMember(): Promise<Member> {
  made += 1
  const client = await forum.guest()
  const username = `keeper_${made}`
  const answer = await client.send({
    method: 'POST',
    url: '/api/_signup',
    headers: { 'x-forwarded-for': `192.0.2.${made}` },
    payload: JSON.stringify({ username, password: 'a fine password' }),
  })
  return { ...client, username, id: answer.json().id }
}
const bookmarksOf = ({ username }: Member) => `/api/users/${username}/lists/bookmarks`

const statuses = async (calls: ReturnType<Member['get']>[]) =>
  (await Promise.all(calls)).map((answer) => answer.statusCode).sort()

describe('calls with idempotency keys', () => {
  it('count in their transaction, so that as many calls as connections do not block each other', async () => {
    const site = await startForum({ RATE_LIMITS: 'on', DATABASE_CONNECTIONS: '2' })
    const owners: Member[] = []
    for (let n = 0; n < 6; n += 1) owners.push(await site.member(`owner_${n}`))
    const create = (owner: Member) =>
      owner.send({
        method: 'POST',
        url: `/api/users/${owner.username}/lists`,
        headers: { 'idempotency-key': 'one' },
        payload: JSON.stringify({ name: 'wrens' }),
      })
    expect(await statuses(owners.map(create))).toEqual(Array(6).fill(200))
    await site.close()
  })
})

// All at once, so that they fall into one window.
describe('with rate limits on', () => {
  it('a second list within two seconds is refused, after its name was checked', async () => {
    const owner = await newMember()
    const create = (name: string, query = '') =>
      owner.post(`/api/users/${owner.username}/lists${query}`, { name })
    expect(await statuses([create('wrens'), create(''), create('owls')])).toEqual([200, 400, 429])
    expect((await create('hawks', '?adminKey=opensesame')).statusCode).toBe(200)
  })

  it('a second change of a list within a second is refused to its owner, whatever it is', async () => {
    const owner = await newMember()
    const url = bookmarksOf(owner)
    const { id } = (await owner.get(url)).json()
    const change = { displayName: 'Marked' }
    const calls = [owner.put(url, change), owner.put(`/api/lists/${id}`, change), owner.put(url, change)]
    expect(await statuses(calls)).toEqual([200, 429, 429])
    const other = await newMember()
    await owner.put(`${url}?adminKey=opensesame`, { public: true })
    // A refused request does not count.
    const refused = await Promise.all([other.put(url, change), other.delete(url), other.put(url, change)])
    for (const answer of refused) expect(answer.json()).toEqual(errors.notListOwner)
    expect((await other.put(bookmarksOf(other), change)).statusCode).toBe(200)
  })

  it('a third item within a second is refused before it is checked; removing is not counted', async () => {
    const owner = await newMember()
    const url = `${bookmarksOf(owner)}/items`
    expect(await statuses([owner.post(url, {}), owner.post(url, {}), owner.post(url, {})])).toEqual([
      400, 400, 429,
    ])
    const takeOut = () => owner.delete(url, { targetId: '1', targetType: 'post' })
    expect(await statuses([takeOut(), takeOut(), takeOut(), takeOut()])).toEqual([200, 200, 200, 200])
  })
})
