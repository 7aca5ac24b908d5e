import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'
import { listItemsMax } from './save.ts'

let forum: Forum
let owner: Member
let lists: string
let list: { id: number }
let posts: [PostFacts, PostFacts]
let made = 0

beforeAll(async () => {
  forum = await startForum()
  await forum.community('birding')
})
beforeEach(async () => {
  owner = await forum.member(`keeper_${++made}`)
  lists = `/api/users/${owner.username}/lists`
  ;[list] = (await owner.post(lists, { name: 'wrens' })).json()
  posts = [await forum.post(owner, 'birding'), await forum.post(owner, 'birding')]
})
afterAll(() => forum.close())

const asItem = ({ id }: PostFacts) => ({ targetType: 'post', targetId: id })
const add = (post: PostFacts) => owner.post(`/api/lists/${list.id}/items`, asItem(post))
const takeOut = (post: PostFacts) => owner.delete(`/api/lists/${list.id}/items`, asItem(post))
const numItems = async () => (await owner.get(`/api/lists/${list.id}`)).json().numItems

/** Starts actions one after the other during a change that commits once all of them wait. */
async function during<T>(change: RawBuilder<unknown>, acts: (() => Promise<T>)[]): Promise<T[]> {
  const acting: Promise<T>[] = []
  await forum.db.transaction().execute(async (trx) => {
    await change.execute(trx)
    for (const act of acts) {
      acting.push(act())
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(acting.length)
    }
  })
  return Promise.all(acting)
}

const lockedList = () => sql`select from lists where id = ${list.id} for no key update`
const refusedOf = (answers: { statusCode: number; json(): unknown }[]) =>
  answers.filter((answer) => answer.statusCode !== 200).map((answer) => answer.json())

describe('concurrently', () => {
  it('only one of two items gets the last place of a list', async () => {
    await sql`update lists set item_count = ${listItemsMax - 1} where id = ${list.id}`.execute(forum.db)
    expect(
      refusedOf(
        await during(
          lockedList(),
          posts.map((post) => () => add(post)),
        ),
      ),
    ).toEqual([errors.listFull])
    expect(await numItems()).toBe(listItemsMax)
    // An item that is already in it needs no place.
    expect(refusedOf([await add(posts[0]), await add(posts[1])])).toEqual([errors.listFull])
    expect(await numItems()).toBe(listItemsMax)
  })

  it('only one of two lists is created at the limit of a member', async () => {
    const many = Array.from({ length: limits.listsPerMemberMax - 3 }, (_, n) => ({
      user_id: owner.id,
      name: `list_${n}`,
      display_name: 'One of many',
    }))
    await forum.db.insertInto('lists').values(many).execute()
    const answers = await during(
      sql`select from users where id = ${owner.id} for no key update`,
      ['last', 'too_late'].map((name) => () => owner.post(lists, { name })),
    )
    expect(refusedOf(answers)).toEqual([errors.tooManyLists])
    expect((await owner.get(lists)).json()).toHaveLength(limits.listsPerMemberMax)
  })

  it('the same item is added twice and counts once', async () => {
    expect(refusedOf(await during(lockedList(), [() => add(posts[0]), () => add(posts[0])]))).toEqual([])
    expect(await numItems()).toBe(1)
  })

  it('an item is removed twice and counts once', async () => {
    for (const post of posts) await add(post)
    expect(refusedOf(await during(lockedList(), [() => takeOut(posts[0]), () => takeOut(posts[0])]))).toEqual(
      [],
    )
    expect(await numItems()).toBe(1)
  })

  it('an item is added and removed without a deadlock', async () => {
    await add(posts[0])
    expect(refusedOf(await during(lockedList(), [() => add(posts[0]), () => takeOut(posts[0])]))).toEqual([])
    const { items } = (await owner.get(`/api/lists/${list.id}/items`)).json()
    expect(await numItems()).toBe(items.length)
  })

  it('a list is deleted, and adding an item finds none', async () => {
    const gone = sql`delete from lists where id = ${list.id}`
    expect(refusedOf(await during(gone, [() => add(posts[0])]))).toEqual([errors.listNotFound])
  })

  it('a list is deleted, and changing it finds none', async () => {
    const gone = sql`delete from lists where id = ${list.id}`
    const changes = [
      () => owner.put(`/api/lists/${list.id}`, { public: true }),
      () => owner.delete(`/api/lists/${list.id}`),
    ]
    expect(refusedOf(await during(gone, changes))).toEqual([errors.listNotFound, errors.listNotFound])
  })
})
