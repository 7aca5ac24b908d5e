import { describe, expect, it } from 'vitest'
import type { ListItemsPage } from '../../../contract/entities/list.ts'
import { errors } from '../../../contract/errors.ts'
import type { Client } from '../../../tests/support/forum.ts'
import { asItem, startListItems, targets } from '../../../tests/support/listItems.ts'

const { comment, post, scene, startList } = await startListItems()

describe.each(['byName', 'byId'] as const)('the items of a list, requested %s,', (address) => {
  // [ACC-3-008] [ACC-3-009] [ACC-7-022] [ACC-7-019]
  it('[CORE-1-011] are posts and comments that its owner added, the latest first', async () => {
    const { owner, id, ...at } = await startList()
    const first = await owner.post(at[address], asItem('post', post))
    expect(first.json()).toMatchObject({ items: [{ targetType: 'post', targetId: post.id }], next: null })
    const answer = await owner.post(at[address], asItem('comment', comment))
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      items: [
        {
          id: expect.any(Number),
          listId: id,
          targetType: 'comment',
          targetId: comment.id,
          createdAt: expect.stringMatching(/^20.*Z$/),
          targetItem: expect.objectContaining({
            id: comment.id,
            body: 'Look at *this*.',
            postTitle: 'A post about something',
            username: scene.author.username,
          }),
        },
        {
          id: expect.any(Number),
          listId: id,
          targetType: 'post',
          targetId: post.id,
          createdAt: expect.stringMatching(/^20.*Z$/),
          targetItem: expect.objectContaining({ id: post.id, body: 'Its text.', comments: null }),
        },
      ],
      next: null,
    })
    expect((await owner.get(at[address])).json()).toEqual(answer.json())
    expect(targets((await scene.guest.get(at[address])).json())).toEqual([comment.id, post.id])
  })

  it('[ACC-7-023] [ACC-6-003] can be removed one by one', async () => {
    const { owner, add, state, ...at } = await startList()
    await add(asItem('post', post))
    await add(asItem('comment', comment))
    const answer = await owner.delete(at[address], asItem('comment', comment))
    expect(targets(answer.json())).toEqual([post.id])
    expect(await state()).toMatchObject({ numItems: 1 })
    // Removing something that is not in it succeeds, too.
    const again = await owner.delete(at[address], asItem('comment', comment))
    expect(targets(again.json())).toEqual([post.id])
    expect(await state()).toMatchObject({ numItems: 1 })
  })

  it('[ACC-7-020] are all removed without a body', async () => {
    const { owner, add, state, ...at } = await startList()
    for (const body of [undefined, {}]) {
      await add(asItem('post', post))
      await add(asItem('comment', comment))
      expect((await owner.delete(at[address], body)).json()).toEqual({ items: [], next: null })
      expect(await state()).toMatchObject({ numItems: 0 })
    }
  })

  it.each([
    ['no type', () => ({ targetId: post.id })],
    ['no id', () => ({ targetType: 'post' })],
    ['no values', () => ({ targetType: null, targetId: null })],
    ['another type', () => ({ targetId: post.id, targetType: 'user' })],
    ['an id that is none', () => ({ targetId: 'abc', targetType: 'post' })],
    ['an id that is a number', () => ({ targetId: 7, targetType: 'post' })],
    ['an array', () => []],
  ])('stays as it is after a request with %s', async (_case, body) => {
    const { owner, add, state, ...at } = await startList()
    await add(asItem('post', post))
    for (const send of [owner.post, owner.delete]) {
      const answer = await send(at[address], body())
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toEqual({ status: 400, message: 'Bad JSON body.' })
    }
    expect(await state()).toMatchObject({ numItems: 1 })
  })
})

describe('adding', () => {
  it('twice counts once', async () => {
    const { add, state } = await startList()
    await add(asItem('post', post))
    const once = await state()
    expect(targets((await add(asItem('post', post))).json())).toEqual([post.id])
    expect(await state()).toEqual(once)
    expect(once.numItems).toBe(1)
  })

  it('moves the list to the front of its owner’s; removing does not', async () => {
    const { owner, url, add, state } = await startList()
    await owner.post(`/api/users/${owner.username}/lists`, { name: 'newer' })
    const first = async () => (await owner.get('/api/_initial')).json().lists[0].name
    expect(await first()).toBe('newer')
    await add(asItem('post', post))
    expect(await first()).toBe('wrens')
    const { lastUpdatedAt } = await state()
    await owner.delete(`${url}/items`)
    expect((await state()).lastUpdatedAt).toBe(lastUpdatedAt)
  })

  it.each([
    ['post', errors.postNotFound],
    ['comment', errors.commentNotFound],
  ] as const)('a %s that is not there is refused', async (type, refusal) => {
    const { add, state } = await startList()
    for (const id of ['99999999', '9'.repeat(24)])
      expect((await add(asItem(type, { id }))).json()).toEqual(refusal)
    expect(await state()).toMatchObject({ numItems: 0 })
  })

  it('with invalid page parameters adds nothing', async () => {
    const { owner, byId, state } = await startList()
    const answer = await owner.post(`${byId}?sort=best`, asItem('post', post))
    expect(answer.json()).toEqual(errors.invalidListItemSort)
    expect(await state()).toMatchObject({ numItems: 0 })
  })

  it('and removing the same twenty items concurrently keeps the count right', async () => {
    const { owner, url, add, state } = await startList()
    const posts = await Promise.all(Array.from({ length: 20 }, () => scene.post()))
    const sendAll = () =>
      Promise.all(
        posts.flatMap((one, n) => [
          add(asItem('post', one)),
          add(asItem('post', one)),
          ...(n % 2 ? [owner.delete(`${url}/items`, asItem('post', one))] : []),
        ]),
      )
    for (const answer of [...(await sendAll()), ...(await sendAll())]) expect(answer.statusCode).toBe(200)
    const { count } = await scene.forum.db
      .selectFrom('list_items')
      .innerJoin('lists', 'lists.id', 'list_items.list_id')
      .where('lists.user_id', '=', owner.id)
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    expect((await state()).numItems).toBe(Number(count))
    expect(Number(count)).toBeGreaterThanOrEqual(10)
  })
})

describe('one item', () => {
  it('[ACC-6-003] is removed by its own id', async () => {
    const { owner, id, url, add, state } = await startList()
    await add(asItem('comment', comment))
    const [item] = (await add(asItem('post', post))).json<ListItemsPage>().items
    const answer = await owner.delete(`${url}/items/${item?.id}`)
    expect(answer.json()).toEqual({
      id: item?.id,
      listId: id,
      targetType: 'post',
      targetId: post.id,
      createdAt: item?.createdAt,
      targetItem: null,
    })
    expect(await state()).toMatchObject({ numItems: 1 })
    expect((await owner.delete(`${url}/items/${item?.id}`)).json()).toEqual(errors.listItemNotFound)
  })

  it('of another list is not found', async () => {
    const [mine, other] = [await startList(), await startList()]
    const [item] = (await other.add(asItem('post', post))).json<ListItemsPage>().items
    expect((await mine.owner.delete(`${mine.url}/items/${item?.id}`)).json()).toEqual(errors.listItemNotFound)
    expect(await other.state()).toMatchObject({ numItems: 1 })
  })

  it('cannot be removed by others', async () => {
    const { owner, url, add, state } = await startList()
    const [item] = (await add(asItem('post', post))).json<ListItemsPage>().items
    expect((await scene.guest.delete(`${url}/items/abc`)).json()).toEqual(errors.notLoggedIn)
    expect((await scene.member.delete(`${url}/items/abc`)).json()).toEqual(errors.invalidListItemId)
    for (const who of [scene.member, scene.admin])
      expect((await who.delete(`${url}/items/${item?.id}`)).json()).toEqual(errors.notYourList)
    expect(await state()).toMatchObject({ numItems: 1 })
    await owner.put(url, { public: false })
    const one = `${url}/items/${item?.id}`
    expect((await scene.guest.delete(one)).json()).toEqual(errors.notLoggedIn)
    for (const who of [scene.member, scene.admin])
      expect((await who.delete(one)).json()).toEqual(errors.listNotFound)
  })
})

describe('where something is saved', () => {
  const savedTo = async (who: Client, type: string, id: string) =>
    (await who.get(`/api/lists/_saved_to?id=${id}&type=${type}`)).json()

  it('[ACC-7-024] shows one’s own lists only, private and public', async () => {
    const [mine, other] = [await startList(), await startList()]
    const lists = (await mine.owner.get(`/api/users/${mine.owner.username}/lists`)).json()
    const bookmarks = lists.find((list: { name: string }) => list.name === 'bookmarks').id
    await mine.owner.post(`/api/lists/${bookmarks}/items`, asItem('post', post))
    for (const list of [mine, other]) await list.add(asItem('post', post))
    await other.add(asItem('comment', comment))
    expect(await savedTo(mine.owner, 'post', post.id)).toEqual([bookmarks, mine.id])
    expect(await savedTo(mine.owner, 'comment', comment.id)).toEqual([])
    expect(await savedTo(other.owner, 'post', post.id)).toEqual([other.id])
    expect(await savedTo(other.owner, 'comment', comment.id)).toEqual([other.id])
    expect(await savedTo(scene.admin, 'post', post.id)).toEqual([])
    expect(await savedTo(mine.owner, 'post', '99999999')).toEqual([])
    expect(await savedTo(scene.guest, 'post', post.id)).toEqual(errors.notLoggedIn)
  })

  it('needs an id and a type', async () => {
    for (const id of ['', 'abc', '-1'])
      expect(await savedTo(scene.member, 'user', id)).toEqual(errors.invalidTargetId)
    for (const type of ['', 'user'])
      expect(await savedTo(scene.member, type, post.id)).toEqual(errors.invalidContentType)
  })
})
