import { type Static, Type } from 'typebox'
import { Comment } from './comment.ts'
import { Post } from './post.ts'
import { Id, Int, Nullable, OneOf, OneOfTwo, Time } from './schema.ts'

export const ListItemSort = OneOf('addedDsc', 'addedAsc', 'createdDsc', 'createdAsc')
export type ListItemSort = Static<typeof ListItemSort>

/** A member's named collection of posts and comments (API contract 2.9). */
export const List = Type.Object({
  id: Int,
  name: Type.String(),
  displayName: Type.String(),
  description: Nullable(Type.String()),
  public: Type.Boolean(),
  numItems: Int,
  userId: Id,
  username: Type.String(),
  sort: ListItemSort,
  createdAt: Time,
  lastUpdatedAt: Time,
})
export type List = Static<typeof List>

export const ContentType = OneOf('post', 'comment')
export type ContentType = Static<typeof ContentType>

/** A post or a comment; which of the two is said beside it. Only posts have a public id of their own. */
export const PostOrComment = OneOfTwo(Post, Comment, { firstHas: 'publicId' })
export type PostOrComment = Static<typeof PostOrComment>

const itemFields = {
  id: Int,
  listId: Int,
  targetType: ContentType,
  targetId: Id,
  createdAt: Time,
}

/** What is in a list (API contract 2.10). */
export const ListItem = Type.Object({ ...itemFields, targetItem: PostOrComment })
export type ListItem = Static<typeof ListItem>

/** What is in a list no more. */
export const RemovedListItem = Type.Object({ ...itemFields, targetItem: Type.Null() })
export type RemovedListItem = Static<typeof RemovedListItem>

export const ListItemsPage = Type.Object({
  items: Type.Array(ListItem),
  next: Nullable(Type.String()),
})
export type ListItemsPage = Static<typeof ListItemsPage>
