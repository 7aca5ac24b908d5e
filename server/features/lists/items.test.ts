import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { ListItem, ListItemsPage } from '../../../contract/entities/list.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { eachInShares } from '../../../tests/support/eachInShares.ts'
import type { Client, Member, PostFacts } from '../../../tests/support/forum.ts'
import { type Scene, startScene } from '../../../tests/support/scene.ts'

let scene: Scene
let post: PostFacts
let comment: { id: string }
let made = 0

beforeAll(async () => {
  scene = await startScene()
  post = await scene.post()
  comment = await scene.forum.comment(scene.author, post, 'Look at *this*.')
})
afterAll(() => scene.forum.close())

const asItem = (type: 'post' | 'comment', { id }: { id: string }) => ({ targetType: type, targetId: id })

/** A new member with a public list, empty. */
async function startList() {
  const { forum } = scene
  const owner = await forum.member(`keeper_${++made}`)
  const lists = `/api/users/${owner.username}/lists`
  const [list] = (await owner.post(lists, { name: 'wrens', public: true })).json()
  const url = `/api/lists/${list.id}`
  return {
    owner,
    url,
    id: list.id as number,
    byId: `${url}/items`,
    byName: `${lists}/wrens/items`,
    add: (item: object) => owner.post(`${url}/items`, item),
    state: async () => (await owner.get(url)).json<{ numItems: number; lastUpdatedAt: string }>(),
    page: async (query = '', who: Client = owner) =>
      (await who.get(`${url}/items${query}`)).json<ListItemsPage>(),
  }
}
const targets = (page: ListItemsPage) => page.items.map((item) => item.targetId)

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

/** Fills a list with new posts, each made and added a second after the one before. */
async function fill(owner: Member, listId: number, count: number): Promise<void> {
  await sql`
    with made as (
      insert into posts (public_id, type, author_id, community_id, title, created_at)
      select lpad(${`${listId}x`} || n, 8, '0'), 'text', ${owner.id}, (select id from communities limit 1), 'One of many',
        now() - interval '1 year' + n * interval '1 second'
      from generate_series(1, ${count}::integer) as n returning id, created_at),
    added as (
      insert into list_items (list_id, post_id, target_created_at)
      select ${listId}, id, created_at from made order by id)
    update lists set item_count = item_count + ${count} where id = ${listId}`.execute(scene.forum.db)
}

describe('the pages of a list', () => {
  /** Made in the order old, middle, new; two of them in the same moment; added in another. */
  async function startShuffled() {
    const list = await startList()
    const { owner } = list
    const posts = await Promise.all(Array.from({ length: 6 }, () => scene.post()))
    const comments = await Promise.all(posts.map((one) => scene.forum.comment(scene.author, one)))
    const madeAt = ['2020-01-01', '2021-01-01', '2021-01-01', '2021-01-01', '2022-01-01', '2023-01-01']
    const ids = { post: posts.map((one) => one.id), comment: comments.map((one) => one.id) }
    for (const [type, table] of [
      ['post', 'posts'],
      ['comment', 'comments'],
    ] as const)
      await sql`update ${sql.table(table)} set created_at = given.at
        from unnest(${ids[type]}::bigint[], ${madeAt}::timestamptz[]) as given (id, at)
        where ${sql.table(table)}.id = given.id`.execute(scene.forum.db)
    const order = [3, 0, 5, 1, 4, 2]
    const added: string[] = []
    for (const n of order)
      for (const type of ['post', 'comment'] as const) {
        await list.add(asItem(type, { id: ids[type][n] ?? '' }))
        added.push(`${type} ${n}`)
      }
    const nameOf = (item: ListItem) => `${item.targetType} ${ids[item.targetType].indexOf(item.targetId)}`
    const readAll = async (sort: string) => {
      const names: string[] = []
      for (let next: string | null = '', pages = 0; next !== null; pages++) {
        expect(pages).toBeLessThan(10)
        const query: string = `?limit=5&next=${next}${sort && `&sort=${sort}`}`
        const page: ListItemsPage = (await owner.get(`${list.byName}${query}`)).json()
        if (page.next !== null) expect(page.items).toHaveLength(5)
        names.push(...page.items.map(nameOf))
        next = page.next
      }
      return names
    }
    return { ...list, added, readAll }
  }
  const byCreation = (added: string[]) => {
    const age = (name: string) => [0, 1, 1, 1, 2, 3][Number(name.slice(-1))] ?? 0
    return added.toSorted((a, b) => age(a) - age(b) || added.indexOf(a) - added.indexOf(b))
  }

  eachInShares(
    [
      ['', (added: string[]) => added.toReversed()],
      ['addedDsc', (added: string[]) => added.toReversed()],
      ['addedAsc', (added: string[]) => added],
      ['createdAsc', byCreation],
      ['createdDsc', (added: string[]) => byCreation(added).toReversed()],
    ] as const,
    2,
  )('in the order "%s" show each thing once, also those of the same moment', async (sort, expected) => {
    const { added, readAll } = await startShuffled()
    expect(await readAll(sort)).toEqual(expected(added))
  })

  it('have ten by default, and fifty at most', async () => {
    const { owner, id, page } = await startList()
    await fill(owner, id, 60)
    expect((await page()).items).toHaveLength(10)
    expect((await page('?limit=1')).items).toHaveLength(1)
    expect((await page('?limit=50')).items).toHaveLength(50)
  })

  it('stay correct while items are added or removed', async () => {
    const { owner, id, url, add, page } = await startList()
    await fill(owner, id, 5)
    const { items } = await page('?limit=5')
    const { next } = await page('?limit=2')
    await add(asItem('post', post))
    expect((await page(`?limit=2&next=${next}`)).items).toEqual(items.slice(2, 4))
    // The item with which the page would begin.
    await owner.delete(`${url}/items/${items[2]?.id}`)
    expect((await page(`?limit=2&next=${next}`)).items).toEqual(items.slice(3, 5))
  })

  it.each([
    ['limit=ten', errors.invalidListLimit],
    ['limit=0', errors.invalidListLimit],
    ['limit=-1', errors.invalidListLimit],
    ['limit=51', errors.invalidListLimit],
    ['limit=1.5', errors.invalidListLimit],
    ['sort=best', errors.invalidListItemSort],
    ['sort=constructor', errors.invalidListItemSort],
    ['next=abc', errors.invalidCursor],
    ['next=1.2.3', errors.invalidCursor],
    ['sort=createdDsc&next=5', errors.invalidCursor],
    ['sort=createdAsc&next=-999999999999999999.1', errors.invalidCursor],
  ])('cannot be asked for with %s', async (query, refusal) => {
    const { owner, byId, byName } = await startList()
    for (const url of [byId, byName]) expect((await owner.get(`${url}?${query}`)).json()).toEqual(refusal)
  })

  it.each(['sort=createdDsc&next=999999999999999999.999999999999999999', 'next=999999999999999999', 'next='])(
    'may begin anywhere: %s',
    async (query) => {
      const { owner, byId } = await startList()
      expect((await owner.get(`${byId}?${query}`)).statusCode).toBe(200)
    },
  )

  it('take four statements, the session included, however many there are', async () => {
    const { owner, id, byName } = await startList()
    await fill(owner, id, 60)
    const count = (query: string) =>
      countQueries(scene.forum.database, () => scene.member.get(`${byName}${query}`))
    expect(await count('?limit=1')).toBe(4)
    expect(await count('?limit=50')).toBe(4)
  })
})

describe('an item of a list', () => {
  const itemFor = async (who: Client, list: { byId: string }, query = '') =>
    (await who.get(`${list.byId}${query}`)).json<ListItemsPage>().items[0]?.targetItem

  it('shows the text of a removed post only to viewers who may see it', async () => {
    const list = await startList()
    const target = await scene.post()
    await list.add(asItem('post', target))
    await scene.moderator.delete(`/api/posts/${target.publicId}?deleteAs=mods`)
    for (const who of [scene.guest, scene.member, list.owner, scene.elsewhere])
      expect(await itemFor(who, list)).toMatchObject({ id: target.id, deleted: true, body: null })
    for (const who of [scene.author, scene.moderator, scene.admin])
      expect(await itemFor(who, list)).toMatchObject({ id: target.id, deleted: true, body: 'Its text.' })
  })

  it('shows that a comment was deleted', async () => {
    const list = await startList()
    const target = await scene.forum.comment(scene.author, post, 'Taken back.')
    await list.add(asItem('comment', target))
    await scene.moderator.delete(`/api/posts/any/comments/${target.id}?deleteAs=mods`)
    for (const who of [scene.guest, list.owner, scene.author])
      expect(await itemFor(who, list)).toMatchObject({
        id: target.id,
        contentStripped: true,
        username: '[Hidden]',
        body: '[Deleted comment]',
        postTitle: 'A post about something',
      })
    expect(await itemFor(scene.moderator, list)).toMatchObject({
      contentStripped: false,
      body: 'Taken back.',
    })
  })

  it('can be added when it is deleted', async () => {
    const list = await startList()
    const target = await scene.post()
    await scene.author.delete(`/api/posts/${target.publicId}`)
    expect(targets((await list.add(asItem('post', target))).json())).toEqual([target.id])
  })

  it('has the viewer’s own vote, and whether they muted its author', async () => {
    const list = await startList()
    await list.add(asItem('comment', comment))
    await list.add(asItem('post', post))
    const reader = await scene.forum.member(`reader_${++made}`)
    await reader.post('/api/_postVote', { postId: post.id, up: true })
    await reader.post('/api/_commentVote', { commentId: comment.id, up: false })
    await reader.post('/api/mutes', { userId: scene.author.id })
    const { items } = await list.page('', reader)
    expect(items[0]?.targetItem).toMatchObject({ userVotedUp: true, isAuthorMuted: true })
    expect(items[1]?.targetItem).toMatchObject({ userVotedUp: false, isAuthorMuted: true })
    const shownToOwner = (await list.page()).items
    expect(shownToOwner[0]?.targetItem).toMatchObject({ userVotedUp: null, isAuthorMuted: false })
    expect(shownToOwner[1]?.targetItem).not.toHaveProperty('isAuthorMuted')
  })

  it('on our own pages has the beginning of a post, or the rendered comment', async () => {
    const list = await startList()
    await list.add(asItem('post', post))
    const shown = (await itemFor(list.owner, list, '?render=page')) as Post
    expect(shown).toMatchObject({ body: null, excerpt: 'Its text.' })
    expect(shown).not.toHaveProperty('author')
    await list.add(asItem('comment', comment))
    const said = (await itemFor(list.owner, list, '?render=page')) as Comment
    expect(said).toMatchObject({ body: '', bodyHtml: '<p>Look at <em>this</em>.</p>\n' })
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
