import { Type } from 'typebox'
import { List, ListItemsPage, RemovedListItem } from '../entities/list.ts'
import { Int, Nullable } from '../entities/schema.ts'
import { endpoint } from './endpoint.ts'

const text = Type.Optional(Type.String())
const byUser = Type.Object({ username: Type.String() })
const byName = Type.Object({ username: Type.String(), listName: Type.String() })
const byId = Type.Object({ listId: Type.String() })
const itemsQuery = Type.Object({ limit: text, next: text, sort: text, render: text })
const item = {
  targetId: Type.Optional(Nullable(Type.String({ refusal: 'badListItem' }))),
  targetType: Type.Optional(Nullable(Type.String({ refusal: 'badListItem' }))),
}
const whichItem = Type.Object(item, { refusal: 'badListItem' })
const access = ['userNotFound', 'listNotFound'] as const
const accessById = ['invalidListId', 'listNotFound'] as const
// That there is no such list, or none for this caller, is said before who they are: so these calls are open to
// guests, and a private list of somebody else is never told from one that does not exist.
const ownerOnly = ['notLoggedIn', 'notListOwner'] as const
const changed = Type.Object({
  name: text,
  displayName: text,
  description: Type.Optional(Nullable(Type.String())),
  public: Type.Optional(Type.Boolean()),
  sort: text,
})
const nameErrors = [
  'listNameEmpty',
  'listNameTooShort',
  'listNameTooLong',
  'listNameCharacters',
  'listExists',
] as const
const itemErrors = ['badListItem', 'postNotFound', 'commentNotFound', 'listFull'] as const
const pageErrors = ['invalidListLimit', 'invalidListItemSort', 'invalidCursor'] as const

/** A list has two addresses, one by its owner and name and one by its id; both do the same. */
export const listEndpoints = {
  listLists: endpoint({
    method: 'GET',
    path: '/api/users/:username/lists',
    summary: 'The lists of a user; private ones only for their owner.',
    who: 'all',
    params: byUser,
    query: Type.Object({ sort: text, filter: text }),
    response: Type.Array(List),
    errors: ['userNotFound', 'invalidListsSort', 'invalidListsFilter'],
  }),
  createList: endpoint({
    method: 'POST',
    path: '/api/users/:username/lists',
    summary: 'Creates a list; answers with all lists of its owner.',
    who: 'all',
    params: byUser,
    query: Type.Object({ sort: text, filter: text }),
    body: Type.Object({
      name: Type.String({ default: '' }),
      displayName: Type.Optional(Nullable(Type.String())),
      description: Type.Optional(Nullable(Type.String())),
      public: Type.Boolean({ default: false }),
    }),
    response: Type.Array(List),
    errors: [
      'userNotFound',
      'notLoggedIn',
      'notYourList',
      ...nameErrors,
      'invalidListsSort',
      'invalidListsFilter',
      'tooManyLists',
    ],
  }),
  listSavedTo: endpoint({
    method: 'GET',
    path: '/api/lists/_saved_to',
    summary: 'In which of the caller’s lists a post or comment is.',
    who: 'member',
    query: Type.Object({ id: text, type: text }),
    response: Type.Array(Int),
    errors: ['invalidTargetId', 'invalidContentType'],
  }),
  getList: endpoint({
    method: 'GET',
    path: '/api/users/:username/lists/:listName',
    summary: 'A list, by its owner and name.',
    who: 'all',
    params: byName,
    response: List,
    errors: [...access],
  }),
  updateList: endpoint({
    method: 'PUT',
    path: '/api/users/:username/lists/:listName',
    summary: 'Changes a list, by its owner and name; missing keys stay.',
    who: 'all',
    changesWhatGuestsSee: true,
    params: byName,
    body: changed,
    response: List,
    errors: [...access, ...ownerOnly, ...nameErrors, 'invalidListItemSort'],
  }),
  deleteList: endpoint({
    method: 'DELETE',
    path: '/api/users/:username/lists/:listName',
    summary: 'Deletes a list, by its owner and name, with what is in it.',
    who: 'all',
    changesWhatGuestsSee: true,
    params: byName,
    response: List,
    errors: [...access, ...ownerOnly],
  }),
  listItems: endpoint({
    method: 'GET',
    path: '/api/users/:username/lists/:listName/items',
    summary: 'What is in a list, by its owner and name.',
    who: 'all',
    params: byName,
    query: itemsQuery,
    response: ListItemsPage,
    errors: [...access, ...pageErrors],
  }),
  addItem: endpoint({
    method: 'POST',
    path: '/api/users/:username/lists/:listName/items',
    summary: 'Saves a post or comment in a list, by its owner and name; saving twice is fine.',
    who: 'all',
    params: byName,
    query: itemsQuery,
    body: whichItem,
    response: ListItemsPage,
    errors: [...access, ...ownerOnly, ...itemErrors, ...pageErrors],
  }),
  removeItems: endpoint({
    method: 'DELETE',
    path: '/api/users/:username/lists/:listName/items',
    summary: 'Takes a post or comment out of a list, by its owner and name; without a body everything.',
    who: 'all',
    params: byName,
    query: itemsQuery,
    body: whichItem,
    bodyOptional: true,
    response: ListItemsPage,
    errors: [...access, ...ownerOnly, 'badListItem', ...pageErrors],
  }),
  getListById: endpoint({
    method: 'GET',
    path: '/api/lists/:listId',
    summary: 'A list, by its id.',
    who: 'all',
    params: byId,
    response: List,
    errors: [...accessById],
  }),
  updateListById: endpoint({
    method: 'PUT',
    path: '/api/lists/:listId',
    summary: 'Changes a list, by its id; missing keys stay.',
    who: 'all',
    changesWhatGuestsSee: true,
    params: byId,
    body: changed,
    response: List,
    errors: [...accessById, ...ownerOnly, ...nameErrors, 'invalidListItemSort'],
  }),
  deleteListById: endpoint({
    method: 'DELETE',
    path: '/api/lists/:listId',
    summary: 'Deletes a list, by its id, with what is in it.',
    who: 'all',
    changesWhatGuestsSee: true,
    params: byId,
    response: List,
    errors: [...accessById, ...ownerOnly],
  }),
  listItemsById: endpoint({
    method: 'GET',
    path: '/api/lists/:listId/items',
    summary: 'What is in a list, by its id.',
    who: 'all',
    params: byId,
    query: itemsQuery,
    response: ListItemsPage,
    errors: [...accessById, ...pageErrors],
  }),
  addItemById: endpoint({
    method: 'POST',
    path: '/api/lists/:listId/items',
    summary: 'Saves a post or comment in a list, by its id; saving twice is fine.',
    who: 'all',
    params: byId,
    query: itemsQuery,
    body: whichItem,
    response: ListItemsPage,
    errors: [...accessById, ...ownerOnly, ...itemErrors, ...pageErrors],
  }),
  removeItemsById: endpoint({
    method: 'DELETE',
    path: '/api/lists/:listId/items',
    summary: 'Takes a post or comment out of a list, by its id; without a body everything.',
    who: 'all',
    params: byId,
    query: itemsQuery,
    body: whichItem,
    bodyOptional: true,
    response: ListItemsPage,
    errors: [...accessById, ...ownerOnly, 'badListItem', ...pageErrors],
  }),
  removeItem: endpoint({
    method: 'DELETE',
    path: '/api/lists/:listId/items/:itemId',
    summary: 'Takes one item out of a list by its id.',
    who: 'all',
    params: Type.Object({ listId: Type.String(), itemId: Type.String() }),
    response: RemovedListItem,
    errors: [...accessById, 'notLoggedIn', 'invalidListItemId', 'notYourList', 'listItemNotFound'],
  }),
}
