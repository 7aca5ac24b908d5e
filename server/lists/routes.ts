import { type Route, route } from '../http/route.ts'
import { createList } from './create.ts'
import { deleteList } from './delete.ts'
import { editList } from './edit.ts'
import { itemsViewFor, listItems } from './items.ts'
import { getList, listLists, readListsQuery } from './read.ts'
import { removeItem, removeItems } from './remove.ts'
import { saveItem } from './save.ts'
import { listSavedTo } from './savedTo.ts'
import { listView } from './view.ts'

export const listRoutes: readonly Route[] = [
  route('listLists', ({ db, params, query, viewer }) =>
    listLists(db, params.username, readListsQuery(query), viewer),
  ),
  route('createList', createList),
  route('listSavedTo', ({ db, viewer, query }) => listSavedTo(db, viewer.id, query)),

  route('getList', async ({ db, params, viewer }) => listView(await getList(db, params, viewer))),
  route('updateList', (call) => editList(call, call.params, call.body)),
  route('deleteList', (call) => deleteList(call, call.params)),
  route('listItems', (call) => listItems(call, call.params, call.query)),
  route('addItem', (call) =>
    saveItem(call, { address: call.params, target: call.body, query: call.query }, itemsViewFor(call)),
  ),
  route('removeItems', (call) =>
    removeItems(call, { address: call.params, target: call.body, query: call.query }, itemsViewFor(call)),
  ),

  route('getListById', async ({ db, params, viewer }) => listView(await getList(db, params, viewer))),
  route('updateListById', (call) => editList(call, call.params, call.body)),
  route('deleteListById', (call) => deleteList(call, call.params)),
  route('listItemsById', (call) => listItems(call, call.params, call.query)),
  route('addItemById', (call) =>
    saveItem(call, { address: call.params, target: call.body, query: call.query }, itemsViewFor(call)),
  ),
  route('removeItemsById', (call) =>
    removeItems(call, { address: call.params, target: call.body, query: call.query }, itemsViewFor(call)),
  ),
  route('removeItem', ({ db, params, viewer }) => removeItem(db, params, viewer)),
]
