import { type Static, Type } from 'typebox'
import { contentTypes, listItemSorts } from '../words.ts'
import { Comment } from './comment.ts'
import { Post } from './post.ts'
import {
  alwaysNull,
  described,
  Either,
  flag,
  id,
  idByKind,
  int,
  listOf,
  Nullable,
  oneOf,
  text,
  time,
} from './schema.ts'

export type { ContentType, ListItemSort } from '../words.ts'

/** A member's named collection of posts and comments. */
export const List = Type.Object({
  id: int('The number of the list.'),
  name: text('The name in its URL, unique among the lists of its owner.'),
  displayName: text('The name that is shown.'),
  description: Nullable(text('A description in Markdown; null if there is none.')),
  public: flag('Whether everyone may see it.'),
  numItems: int('How many items it has.'),
  userId: id('user', 'The owner.'),
  username: text('The name of the owner.'),
  sort: oneOf(listItemSorts, 'The order in which its owner wants to see it.'),
  createdAt: time('When it was created.'),
  lastUpdatedAt: time('When an item was last added.'),
})
export type List = Static<typeof List>

/** A post or a comment; `targetType` says which. Only posts have a public id. */
export const PostOrComment = Either(Post, Comment, { onlyFirstHas: 'publicId' })
export type PostOrComment = Static<typeof PostOrComment>
export const isPost = (item: PostOrComment): item is Post => 'publicId' in item

const itemFields = {
  id: int('The number of the item.'),
  listId: int('The number of the list.'),
  targetType: oneOf(contentTypes, 'What the item is.'),
  targetId: idByKind('targetType', 'The id of the post or comment.'),
  createdAt: time('When it was added to the list.'),
}

export const ListItem = Type.Object({
  ...itemFields,
  targetItem: described('The post or comment.', PostOrComment),
})
export type ListItem = Static<typeof ListItem>

/** An item that was removed from its list. */
export const RemovedListItem = Type.Object({
  ...itemFields,
  targetItem: alwaysNull('object', 'Always null here.'),
})
export type RemovedListItem = Static<typeof RemovedListItem>

export const ListItemsPage = Type.Object({
  items: listOf(ListItem, 'The items of this page.'),
  next: Nullable(text('The cursor of the next page; null at the end.')),
})
export type ListItemsPage = Static<typeof ListItemsPage>
