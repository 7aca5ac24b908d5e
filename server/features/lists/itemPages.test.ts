import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { ListItem, ListItemsPage } from '../../../contract/entities/list.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { eachInShares } from '../../../tests/support/eachInShares.ts'
import type { Client, Member } from '../../../tests/support/forum.ts'
import { asItem, startListItems, targets } from '../../../tests/support/listItems.ts'

const { comment, post, scene, startList } = await startListItems()

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
    const reader = await scene.forum.member('reader_of_votes')
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
