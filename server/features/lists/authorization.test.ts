import { listEndpoints } from '../../../contract/endpoints/lists.ts'
import { type Call, describeAuthorization, isMember } from '../../../tests/support/authorization.ts'
import type { Scene } from '../../../tests/support/scene.ts'

/** The answer of every call to each role; the lists belong to the author, and are private if the row says so. */
const table = `
                                  guest  banned  member  author  elsewhere  moderator  admin
  listLists                         200     200     200     200        200        200    200
  createList                        401     403     403     200        403        403    403
  createList of one's own           401     200     200     200        200        200    200
  listSavedTo                       401     200     200     200        200        200    200

  getList                           200     200     200     200        200        200    200
  getList private                   404     404     404     200        404        404    404
  updateList                        401     403     403     200        403        403    403
  updateList private                401     404     404     200        404        404    404
  deleteList                        401     403     403     200        403        403    403
  deleteList private                401     404     404     200        404        404    404
  listItems                         200     200     200     200        200        200    200
  listItems private                 404     404     404     200        404        404    404
  addItem                           401     403     403     200        403        403    403
  addItem private                   401     404     404     200        404        404    404
  removeItems one                   401     403     403     200        403        403    403
  removeItems one private           401     404     404     200        404        404    404
  removeItems all                   401     403     403     200        403        403    403
  removeItems all private           401     404     404     200        404        404    404

  getListById                       200     200     200     200        200        200    200
  getListById private               404     404     404     200        404        404    404
  updateListById                    401     403     403     200        403        403    403
  updateListById private            401     404     404     200        404        404    404
  deleteListById                    401     403     403     200        403        403    403
  deleteListById private            401     404     404     200        404        404    404
  listItemsById                     200     200     200     200        200        200    200
  listItemsById private             404     404     404     200        404        404    404
  addItemById                       401     403     403     200        403        403    403
  addItemById private               401     404     404     200        404        404    404
  removeItemsById one               401     403     403     200        403        403    403
  removeItemsById one private       401     404     404     200        404        404    404
  removeItemsById all               401     403     403     200        403        403    403
  removeItemsById all private       401     404     404     200        404        404    404
  removeItem                        401     403     403     200        403        403    403
  removeItem private                401     404     404     200        404        404    404
`

/** A new list of the author with one item. */
async function newList({ forum, author, post }: Scene, isPublic: boolean) {
  await forum.db.deleteFrom('lists').where('user_id', '=', author.id).execute()
  const lists = `/api/users/${author.username}/lists`
  const [list] = (await author.post(lists, { name: 'wrens', public: isPublic })).json()
  const target = { targetType: 'post', targetId: (await post()).id }
  const { items } = (await author.post(`/api/lists/${list.id}/items`, target)).json()
  return { byName: `${lists}/wrens`, byId: `/api/lists/${list.id}`, target, itemId: items[0].id as number }
}

type List = Awaited<ReturnType<typeof newList>>
type Act = (who: Parameters<Call>[0], url: string, list: List) => ReturnType<Call>

/** Calls on a list, by the first word of their rows. */
const acts: Record<string, Act> = {
  getList: (who, url) => who.get(url),
  updateList: (who, url) => who.put(url, { displayName: 'Wrens of all kinds' }),
  deleteList: (who, url) => who.delete(url),
  listItems: (who, url) => who.get(`${url}/items`),
  addItem: (who, url, { target }) => who.post(`${url}/items`, target),
  'removeItems one': (who, url, { target }) => who.delete(`${url}/items`, target),
  'removeItems all': (who, url) => who.delete(`${url}/items`),
}

const onLists = (address: 'byName' | 'byId') =>
  Object.entries(acts).flatMap(([act, does]) =>
    [true, false].map((isPublic): [string, Call] => [
      `${address === 'byId' ? act.replace(/^\w+/, '$&ById') : act}${isPublic ? '' : ' private'}`,
      async (who, scene) => {
        const list = await newList(scene, isPublic)
        return does(who, list[address], list)
      },
    ]),
  )

const removeItem =
  (isPublic: boolean): Call =>
  async (who, scene) => {
    const { byId, itemId } = await newList(scene, isPublic)
    return who.delete(`${byId}/items/${itemId}`)
  }

const calls: Record<string, Call> = {
  listLists: (who, { author }) => who.get(`/api/users/${author.username}/lists?filter=private`),
  createList: async (who, { author, forum }) => {
    await forum.db.deleteFrom('lists').where('user_id', '=', author.id).execute()
    return who.post(`/api/users/${author.username}/lists`, { name: 'owls' })
  },
  "createList of one's own": (who, { author }) =>
    who.post(`/api/users/${isMember(who) ? who.username : author.username}/lists`, { name: 'ducks' }),
  listSavedTo: (who) => who.get('/api/lists/_saved_to?id=1&type=post'),
  ...Object.fromEntries(onLists('byName')),
  ...Object.fromEntries(onLists('byId')),
  removeItem: removeItem(true),
  'removeItem private': removeItem(false),
}

// [ACC-6-002] [ACC-6-003]
describeAuthorization({ endpoints: listEndpoints, table, calls })
