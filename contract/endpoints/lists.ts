import { Type } from 'typebox'
import { List, ListItemsPage, RemovedListItem } from '../entities/list.ts'
import { flag, int, listOf, Nullable, text } from '../entities/schema.ts'
import {
  listDescriptionMaxLength,
  listDisplayNameMaxLength,
  listItemsPerPage,
  listNameMaxLength,
  listNameMinLength,
  listsPerMemberMax,
  pageSizeMax,
} from '../limitValues.ts'
import { contentTypes, listFilters, listItemSorts, listSorts } from '../words.ts'
import { endpoint } from './endpoint.ts'
import { choice, cutAt, inPath, integer, markdown, nameOf, next, optional, render } from './parameters.ts'

const listId = text('The number of the list.')
const byUser = Type.Object({ username: inPath.username })
const byName = Type.Object({
  username: inPath.username,
  listName: text('The name of the list, in upper or lower case.'),
})
const byId = Type.Object({ listId })
const listsQuery = optional({
  sort: choice(listSorts, { description: 'The order.', default: 'lastAdded', refusal: 'invalidListsSort' }),
  filter: choice(listFilters, {
    description: 'Which lists. Private lists of others are never included.',
    default: 'all',
    refusal: 'invalidListsFilter',
  }),
})
const itemsQuery = optional({
  limit: integer({
    description: 'How many items a page has at most.',
    default: listItemsPerPage,
    minimum: 1,
    maximum: pageSizeMax,
    refusal: 'invalidListLimit',
  }),
  next,
  sort: choice(listItemSorts, {
    description: 'Ordered by the time of adding, or by the time when the post or comment was written.',
    default: 'addedDsc',
    refusal: 'invalidListItemSort',
  }),
  render,
})
const targetId = 'The id of the post or comment, not the public id of a post.'
const whichItem = Type.Object(
  {
    targetId: Type.Optional(
      Nullable(Type.String({ refusal: 'badListItem', description: targetId, idKindIn: 'targetType' })),
    ),
    targetType: Type.Optional(
      Nullable(
        Type.String({
          choices: contentTypes,
          refusal: 'badListItem',
          otherwise: 'badListItem',
          description: 'What it is.',
        }),
      ),
    ),
  },
  { refusal: 'badListItem' },
)
const name = `The name in its URL: ${nameOf(listNameMinLength, listNameMaxLength)}`
const displayName = `The name that is shown, in one line: line breaks, tabs and other control characters become spaces. ${cutAt(listDisplayNameMaxLength)}`
const description = markdown(listDescriptionMaxLength)
const isPublic = 'Whether everyone may see it.'
const access = ['userNotFound', 'listNotFound'] as const
const accessById = ['invalidListId', 'listNotFound'] as const
// Existence is checked before login: a private list of another member must look like one that does not exist.
const ownerOnly = ['notLoggedIn', 'notListOwner'] as const
const changed = Type.Object({
  name: Type.Optional(text(name)),
  displayName: Type.Optional(text(displayName)),
  description: Type.Optional(Nullable(text(description))),
  public: Type.Optional(flag(isPublic)),
  sort: Type.Optional(
    choice(listItemSorts, {
      description: 'The order in which you want to see it.',
      refusal: 'invalidListItemSort',
    }),
  ),
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

/** A list has two URLs, one by its owner and name and one by its id; both do the same. */
export const listEndpoints = {
  listLists: endpoint({
    method: 'GET',
    path: '/api/users/:username/lists',
    summary: `Lists the lists of a user, who has at most ${listsPerMemberMax}; private ones only for their owner.`,
    who: 'all',
    params: byUser,
    query: listsQuery,
    response: Type.Array(List),
    errors: ['userNotFound', 'invalidListsSort', 'invalidListsFilter'],
  }),
  createList: endpoint({
    method: 'POST',
    path: '/api/users/:username/lists',
    summary: 'Creates a list; returns all lists of its owner.',
    who: 'all',
    takesIdempotencyKey: true,
    params: byUser,
    query: listsQuery,
    body: Type.Object({
      name: Type.String({ default: '', description: name }),
      displayName: Type.Optional(Nullable(text(`${displayName} By default, its name.`))),
      description: Type.Optional(Nullable(text(description))),
      public: Type.Boolean({ default: false, description: isPublic }),
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
    summary: 'Returns which of your lists a post or comment is in.',
    who: 'member',
    query: optional({
      id: Type.String({ description: targetId, idKindIn: 'type' }),
      type: choice(contentTypes, { description: 'What it is.', refusal: 'invalidContentType' }),
    }),
    response: listOf(int('The number of a list.'), 'The lists.'),
    errors: ['invalidTargetId', 'invalidContentType'],
  }),
  getList: endpoint({
    method: 'GET',
    path: '/api/users/:username/lists/:listName',
    summary: 'Returns a list by its owner and name.',
    who: 'all',
    params: byName,
    response: List,
    errors: [...access],
  }),
  updateList: endpoint({
    method: 'PUT',
    path: '/api/users/:username/lists/:listName',
    summary: 'Changes a list by its owner and name; missing keys stay as they are.',
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
    summary: 'Deletes a list and its items, by its owner and name.',
    who: 'all',
    changesWhatGuestsSee: true,
    params: byName,
    response: List,
    errors: [...access, ...ownerOnly],
  }),
  listItems: endpoint({
    method: 'GET',
    path: '/api/users/:username/lists/:listName/items',
    summary: 'Lists the items of a list, by its owner and name.',
    who: 'all',
    params: byName,
    query: itemsQuery,
    response: ListItemsPage,
    errors: [...access, ...pageErrors],
  }),
  addItem: endpoint({
    method: 'POST',
    path: '/api/users/:username/lists/:listName/items',
    summary:
      'Adds a post or comment to a list, by the owner and name of the list. Adding it again changes nothing.',
    who: 'all',
    params: byName,
    query: itemsQuery,
    body: whichItem,
    response: ListItemsPage,
    errors: [...access, ...ownerOnly, ...itemErrors, 'bannedFromCommunity', ...pageErrors],
  }),
  removeItems: endpoint({
    method: 'DELETE',
    path: '/api/users/:username/lists/:listName/items',
    summary:
      'Removes a post or comment from a list, by the owner and name of the list; without a body, everything.',
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
    summary: 'Returns a list by its id.',
    who: 'all',
    params: byId,
    response: List,
    errors: [...accessById],
  }),
  updateListById: endpoint({
    method: 'PUT',
    path: '/api/lists/:listId',
    summary: 'Changes a list by its id; missing keys stay as they are.',
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
    summary: 'Deletes a list and its items, by its id.',
    who: 'all',
    changesWhatGuestsSee: true,
    params: byId,
    response: List,
    errors: [...accessById, ...ownerOnly],
  }),
  listItemsById: endpoint({
    method: 'GET',
    path: '/api/lists/:listId/items',
    summary: 'Lists the items of a list, by its id.',
    who: 'all',
    params: byId,
    query: itemsQuery,
    response: ListItemsPage,
    errors: [...accessById, ...pageErrors],
  }),
  addItemById: endpoint({
    method: 'POST',
    path: '/api/lists/:listId/items',
    summary: 'Adds a post or comment to a list, by the id of the list. Adding it again changes nothing.',
    who: 'all',
    params: byId,
    query: itemsQuery,
    body: whichItem,
    response: ListItemsPage,
    errors: [...accessById, ...ownerOnly, ...itemErrors, 'bannedFromCommunity', ...pageErrors],
  }),
  removeItemsById: endpoint({
    method: 'DELETE',
    path: '/api/lists/:listId/items',
    summary: 'Removes a post or comment from a list, by the id of the list; without a body, everything.',
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
    summary: 'Removes one item from a list by the number of the item.',
    who: 'all',
    params: Type.Object({ listId, itemId: text('The number of the item in the list.') }),
    response: RemovedListItem,
    errors: [...accessById, 'notLoggedIn', 'invalidListItemId', 'notYourList', 'listItemNotFound'],
  }),
}
