import { Type } from 'typebox'
import { Comment } from '../entities/comment.ts'
import { Community } from '../entities/community.ts'
import { User } from '../entities/ownUser.ts'
import { Post } from '../entities/post.ts'
import { flag, listOf, Nullable, text } from '../entities/schema.ts'
import {
  Excerpt,
  NearestQuery,
  ResultCount,
  SearchProgress,
  SuggestedCommunity,
  SuggestedPost,
  SuggestedUser,
} from '../entities/search.ts'
import {
  resultsCountedMax,
  searchMaxLength,
  suggestedCommunities,
  suggestedPosts,
  suggestedUsers,
} from '../limitValues.ts'
import { searchKinds, searchSorts } from '../words.ts'
import { endpoint } from './endpoint.ts'
import { choice, cutAt, next, optional, pageSize, render } from './parameters.ts'

const q = text(
  `The query: words, \`"phrases"\`, \`-words\`, \`author:\`, \`community:\`, \`type:\`, \`before:\`, \`after:\`, and \`-author:\`, \`-community:\`, \`-type:\`. ${cutAt(searchMaxLength)}`,
)

/** Search, its suggestions, and the numbers of results. */
export const searchEndpoints = {
  search: endpoint({
    method: 'GET',
    path: '/api/search',
    summary: 'Searches posts, comments, communities or people.',
    who: 'all',
    limit: 'searches',
    sharedByGuests: true,
    query: optional({
      q,
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
      communities: listOf(
        Community,
        'The communities that were found; for posts, on the first page, the one that the query names.',
      ),
      users: listOf(User, 'The users that were found.'),
      excerpts: listOf(Excerpt, 'For posts and comments: where in their texts something was found.'),
      titleExcerpts: listOf(Excerpt, 'For posts: where in their titles something was found, whole titles.'),
      next: Nullable(text('The cursor of the next page; null at the end.')),
      endsEarly: flag(
        'For posts and comments: whether more texts may match than this order has pages for, at the end of which this page is. Pages by `relevance` and `top` end after the best ones; those by `new` go on.',
      ),
      nearest: Nullable(NearestQuery),
      searchProgress: Nullable(SearchProgress),
    }),
    errors: ['invalidSearchKind', 'invalidSearchSort', 'limitNotANumber', 'limitOutOfRange', 'invalidCursor'],
  }),
  suggest: endpoint({
    method: 'GET',
    path: '/api/search/suggestions',
    summary: 'Suggests communities, people and posts for a query that someone is typing.',
    who: 'all',
    limit: 'suggestions',
    sharedByGuests: true,
    query: optional({
      q: text(`The query as in \`search\`; its last word may be unfinished. ${cutAt(searchMaxLength)}`),
    }),
    response: Type.Object({
      communities: listOf(
        SuggestedCommunity,
        `Communities whose names have the query in them, at most ${suggestedCommunities}.`,
      ),
      users: listOf(SuggestedUser, `Users whose names begin with the query, at most ${suggestedUsers}.`),
      posts: listOf(SuggestedPost, `The posts that fit best, at most ${suggestedPosts}.`),
    }),
    errors: [],
  }),
  countResults: endpoint({
    method: 'GET',
    path: '/api/search/counts',
    summary: `Counts what a search finds, of each kind, up to ${resultsCountedMax.toLocaleString('en')}.`,
    who: 'all',
    limit: 'searches',
    sharedByGuests: true,
    query: optional({ q }),
    response: Type.Object({
      posts: { ...ResultCount, description: 'How many posts were found.' },
      comments: { ...ResultCount, description: 'How many comments were found.' },
      communities: { ...ResultCount, description: 'How many communities were found.' },
      people: { ...ResultCount, description: 'How many people were found.' },
    }),
    errors: [],
  }),
}
