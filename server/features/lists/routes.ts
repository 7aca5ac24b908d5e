import { type Route, route } from '../../core/api/route.ts'
import { itemsViewAs } from '../../core/comments/itemsView.ts'
import { getList, listLists, parseListsQuery } from '../../core/lists/queries.ts'
import { listView } from '../../core/lists/serialize.ts'
import { createList } from './create.ts'
import { deleteList, editList } from './edit.ts'
import { listItems } from './items.ts'
import { removeItem, removeItems } from './remove.ts'
import { saveItem } from './save.ts'
import { listSavedTo } from './savedTo.ts'

export const listRoutes: readonly Route[] = [
  route('listLists', ({ db, params, query, viewer }) =>
    listLists(db, params.username, parseListsQuery(query), viewer),
  ),
  route('createList', createList),
  route('listSavedTo', ({ db, viewer, query }) => listSavedTo(db, viewer.id, query)),

  route('getList', async ({ db, params, viewer }) => listView(await getList(db, params, viewer))),
  route('updateList', (call) => editList(call, call.params, call.body)),
  route('deleteList', (call) => deleteList(call, call.params)),
  route('listItems', (call) => listItems(call, call.params, call.query)),
  route('addItem', (call) =>
    saveItem(call, { key: call.params, target: call.body, query: call.query }, itemsViewAs(call.viewAs)),
  ),
  route('removeItems', (call) =>
    removeItems(call, { key: call.params, target: call.body, query: call.query }, itemsViewAs(call.viewAs)),
  ),

  route('getListById', async ({ db, params, viewer }) => listView(await getList(db, params, viewer))),
  route('updateListById', (call) => editList(call, call.params, call.body)),
  route('deleteListById', (call) => deleteList(call, call.params)),
  route('listItemsById', (call) => listItems(call, call.params, call.query)),
  route('addItemById', (call) =>
    saveItem(call, { key: call.params, target: call.body, query: call.query }, itemsViewAs(call.viewAs)),
  ),
  route('removeItemsById', (call) =>
    removeItems(call, { key: call.params, target: call.body, query: call.query }, itemsViewAs(call.viewAs)),
  ),
  route('removeItem', ({ db, params, viewer }) => removeItem(db, params, viewer)),
]
