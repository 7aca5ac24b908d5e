import { Type } from 'typebox'
import { Comment } from '../entities/comment.ts'
import { Community } from '../entities/community.ts'
import { User } from '../entities/ownUser.ts'
import { Post } from '../entities/post.ts'
import { listOf, Nullable, text } from '../entities/schema.ts'
import { Excerpt } from '../entities/search.ts'
import { searchMaxLength } from '../limitValues.ts'
import { searchKinds, searchSorts } from '../words.ts'
import { endpoint } from './endpoint.ts'
import { choice, cutAt, next, optional, pageSize, render } from './parameters.ts'

/** An addition of ours. */
export const searchEndpoints = {
  search: endpoint({
    method: 'GET',
    path: '/api/search',
    summary: 'Searches posts, comments, communities or people.',
    who: 'all',
    limit: 'searches',
    sharedByGuests: true,
    query: optional({
      q: text(
        `The query: words, \`"phrases"\`, \`-words\`, \`author:\`, \`community:\`, \`type:\`, \`before:\`, \`after:\`. ${cutAt(searchMaxLength)}`,
      ),
      in: choice(searchKinds, {
        description: 'What to search.',
        default: 'posts',
        refusal: 'invalidSearchKind',
      }),
      sort: choice(searchSorts, {
        description: 'The order.',
        default: 'relevance',
        refusal: 'invalidSearchSort',
      }),
      limit: pageSize(),
      next,
      render,
    }),
    response: Type.Object({
      posts: listOf(Post, 'The posts that were found.'),
      comments: listOf(Comment, 'The comments that were found.'),
      communities: listOf(Community, 'The communities that were found.'),
      users: listOf(User, 'The users that were found.'),
      excerpts: listOf(Excerpt, 'For posts and comments: where in their texts something was found.'),
      next: Nullable(text('The cursor of the next page; null at the end.')),
    }),
    errors: ['invalidSearchKind', 'invalidSearchSort', 'limitNotANumber', 'limitOutOfRange', 'invalidCursor'],
  }),
}
