import { sql } from 'kysely'
import { listEndpoints } from '../../../contract/endpoints/lists.ts'
import { limits } from '../../../contract/limits.ts'
import { describeRefusals, type Provocations } from '../../../tests/support/refusals.ts'
import type { Scene } from '../../../tests/support/scene.ts'
import { listItemsMax } from './save.ts'

const unknown = '99999999'
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Who = 'guest' | 'member' | 'author'

/** A request about a new public list of the author, by its name or its id; a full one seems so by its count. */
const onList =
  (address: 'byName' | 'byId') =>
  (method: Method, path: string, who: Who, body?: object, { isFull = false } = {}) =>
  async (scene: Scene) => {
    const { forum, author } = scene
    await forum.db.deleteFrom('lists').where('user_id', '=', author.id).where('name', '=', 'wrens').execute()
    const lists = `/api/users/${author.username}/lists`
    const [list] = (await author.post(lists, { name: 'wrens', public: true })).json()
    if (isFull)
      await forum.db
        .updateTable('lists')
        .set({ item_count: listItemsMax })
        .where('id', '=', list.id)
        .execute()
    const url = `${address === 'byId' ? `/api/lists/${list.id}` : `${lists}/Wrens`}${path}`
    return scene[who].send({ method, url, ...(body && { payload: JSON.stringify(body) }) })
  }

const request = (method: Method, url: string) => (scene: Scene) =>
  scene.member.send({ method, url: url.replace('AUTHOR', scene.author.username), payload: '{}' })

const notThere = (method: Method, path = '') => ({
  userNotFound: request(method, `/api/users/nobody_here/lists/wrens${path}`),
  listNotFound: request(method, `/api/users/AUTHOR/lists/nothing${path}`),
})
const notThereById = (method: Method, path = '') => ({
  invalidListId: request(method, `/api/lists/abc${path}`),
  listNotFound: request(method, `/api/lists/${unknown}${path}`),
})

const changes = (address: 'byName' | 'byId') => {
  const to = onList(address)
  const ownerOnly = (method: Method, path = '') => ({
    notLoggedIn: to(method, path, 'guest', {}),
    notListOwner: to(method, path, 'member', {}),
  })
  const page = (method: Method) => ({
    invalidListLimit: to(method, '/items?limit=51', 'author', method === 'POST' ? aPost : undefined),
    invalidListItemSort: to(method, '/items?sort=best', 'author', method === 'POST' ? aPost : undefined),
    invalidCursor: to(method, '/items?next=abc', 'author', method === 'POST' ? aPost : undefined),
  })
  const rename = (name: string) => to('PUT', '', 'author', { name })
  return {
    update: {
      ...ownerOnly('PUT'),
      listNameEmpty: rename(' '),
      listNameTooShort: rename('ab'),
      listNameTooLong: rename('a'.repeat(22)),
      listNameCharacters: rename('two words'),
      listExists: rename('bookmarks'),
      invalidListItemSort: to('PUT', '', 'author', { sort: 'best' }),
    },
    remove: ownerOnly('DELETE'),
    read: page('GET'),
    add: {
      ...ownerOnly('POST', '/items'),
      badListItem: to('POST', '/items', 'author', { targetId: unknown }),
      postNotFound: to('POST', '/items', 'author', { targetId: unknown, targetType: 'post' }),
      commentNotFound: to('POST', '/items', 'author', { targetId: unknown, targetType: 'comment' }),
      listFull: async (scene: Scene) => {
        const target = { targetId: (await scene.post()).id, targetType: 'post' }
        return to('POST', '/items', 'author', target, { isFull: true })(scene)
      },
      bannedFromCommunity: async (scene: Scene) => {
        const target = { targetId: (await scene.post()).id, targetType: 'post' }
        const { db } = scene.forum
        await sql`insert into community_bans (community_id, user_id, kind)
          select id, ${scene.author.id}, 'reading' from communities where name = 'birding'`.execute(db)
        const answer = await to('POST', '/items', 'author', target)(scene)
        await db.deleteFrom('community_bans').where('user_id', '=', scene.author.id).execute()
        return answer
      },
      ...page('POST'),
    },
    takeOut: {
      ...ownerOnly('DELETE', '/items'),
      badListItem: to('DELETE', '/items', 'author', { targetId: unknown }),
      ...page('DELETE'),
    },
  }
}
const aPost = { targetId: '1', targetType: 'post' }
const [byName, byId] = [changes('byName'), changes('byId')]

const create =
  (name: string, query = '') =>
  (scene: Scene) =>
    scene.author.post(`/api/users/${scene.author.username}/lists${query}`, { name })

const provocations: Provocations<typeof listEndpoints> = {
  listLists: {
    userNotFound: request('GET', '/api/users/nobody_here/lists'),
    invalidListsSort: request('GET', '/api/users/AUTHOR/lists?sort=size'),
    invalidListsFilter: request('GET', '/api/users/AUTHOR/lists?filter=mine'),
  },
  createList: {
    userNotFound: request('POST', '/api/users/nobody_here/lists'),
    notLoggedIn: ({ guest, author }) => guest.post(`/api/users/${author.username}/lists`, { name: 'owls' }),
    notYourList: request('POST', '/api/users/AUTHOR/lists'),
    listNameEmpty: create(''),
    listNameTooShort: create('ab'),
    listNameTooLong: create('a'.repeat(22)),
    listNameCharacters: create('two words'),
    listExists: create('bookmarks'),
    invalidListsSort: create('owls', '?sort=size'),
    invalidListsFilter: create('owls', '?filter=mine'),
    tooManyLists: async (scene) => {
      const { elsewhere, forum } = scene
      const many = Array.from({ length: limits.listsPerMemberMax }, (_, n) => ({
        user_id: elsewhere.id,
        name: `list_${n}`,
        display_name: 'One of many',
      }))
      await forum.db.insertInto('lists').values(many).execute()
      return elsewhere.post(`/api/users/${elsewhere.username}/lists`, { name: 'one_more' })
    },
  },
  listSavedTo: {
    invalidTargetId: request('GET', '/api/lists/_saved_to?id=abc&type=post'),
    invalidContentType: request('GET', '/api/lists/_saved_to?id=1&type=user'),
  },
  getList: notThere('GET'),
  updateList: { ...notThere('PUT'), ...byName.update },
  deleteList: { ...notThere('DELETE'), ...byName.remove },
  listItems: { ...notThere('GET', '/items'), ...byName.read },
  addItem: { ...notThere('POST', '/items'), ...byName.add },
  removeItems: { ...notThere('DELETE', '/items'), ...byName.takeOut },
  getListById: notThereById('GET'),
  updateListById: { ...notThereById('PUT'), ...byId.update },
  deleteListById: { ...notThereById('DELETE'), ...byId.remove },
  listItemsById: { ...notThereById('GET', '/items'), ...byId.read },
  addItemById: { ...notThereById('POST', '/items'), ...byId.add },
  removeItemsById: { ...notThereById('DELETE', '/items'), ...byId.takeOut },
  removeItem: {
    ...notThereById('DELETE', '/items/1'),
    notLoggedIn: onList('byId')('DELETE', '/items/1', 'guest'),
    invalidListItemId: onList('byId')('DELETE', '/items/abc', 'author'),
    notYourList: onList('byId')('DELETE', '/items/1', 'member'),
    listItemNotFound: onList('byId')('DELETE', '/items/1', 'author'),
  },
}

describeRefusals(listEndpoints, provocations)
