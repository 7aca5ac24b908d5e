import { Type } from 'typebox'
import { Comment } from '../entities/comment.ts'
import { Community } from '../entities/community.ts'
import { User } from '../entities/ownUser.ts'
import { Post } from '../entities/post.ts'
import { Nullable } from '../entities/schema.ts'
import { Excerpt } from '../entities/search.ts'
import { endpoint } from './endpoint.ts'

const text = Type.Optional(Type.String())

/** An addition to the API contract: the reference has no search. */
export const searchEndpoints = {
  search: endpoint({
    method: 'GET',
    path: '/api/search',
    summary:
      'Posts, comments, communities or people (`in`) that fit a question: words, "phrases", -words, author:, community:, type:, before:, after:.',
    who: 'all',
    limit: 'searches',
    sharedByGuests: true,
    query: Type.Object({ q: text, in: text, sort: text, limit: text, next: text, render: text }),
    response: Type.Object({
      posts: Type.Array(Post),
      comments: Type.Array(Comment),
      communities: Type.Array(Community),
      users: Type.Array(User),
      /** Of the posts and comments in whose texts something was found. */
      excerpts: Type.Array(Excerpt),
      next: Nullable(Type.String()),
    }),
    errors: ['invalidSearchKind', 'invalidSearchSort', 'limitNotANumber', 'limitOutOfRange', 'invalidCursor'],
  }),
}
