import { type Static, Type } from 'typebox'
import { flag, int, listOf, Nullable, text } from './schema.ts'

/** A part of an excerpt. */
export const Segment = Type.Object({
  text: text('Plain text.'),
  isHit: flag('Whether this is what was searched for.'),
})
export type Segment = Static<typeof Segment>

/** The positions of the searched words in the text of a post or comment. */
export const Excerpt = Type.Object({
  /** Already in its public form, because no other field names its kind. */
  id: text('The id of a post or comment of this page.'),
  segments: listOf(Segment, 'Consecutive parts of its text.'),
})
export type Excerpt = Static<typeof Excerpt>

/** A query that finds more. */
export const NearestQuery = Type.Object(
  {
    q: text('The query with words that are in no title replaced by the nearest word of titles.'),
    isShown: flag('Whether these results are its first ones, because the query itself finds nothing.'),
  },
  { description: 'For posts and comments that a query finds few of: the nearest query, if it finds more.' },
)
export type NearestQuery = Static<typeof NearestQuery>

/** How far the search index is. */
export const SearchProgress = Type.Object(
  {
    indexed: int('How many texts can be found; about, where there are many.'),
    total: int('How many texts there are; about, where there are many.'),
  },
  {
    description:
      'While imported texts are still being added to the search index, so that results may be incomplete; otherwise null.',
  },
)
export type SearchProgress = Static<typeof SearchProgress>

const picture = Nullable(text('The path and query of a small picture on this site; null if there is none.'))

/** What a search box suggests while someone types. */
export const SuggestedCommunity = Type.Object({
  name: text('The name of the community.'),
  noMembers: int('How many members it has.'),
  picture,
})
export type SuggestedCommunity = Static<typeof SuggestedCommunity>

export const SuggestedUser = Type.Object({ username: text('The name of the user.'), picture })
export type SuggestedUser = Static<typeof SuggestedUser>

export const SuggestedPost = Type.Object({
  publicId: text('The id of the post in URLs.'),
  title: text('The title.'),
  communityName: text('The name of its community.'),
})
export type SuggestedPost = Static<typeof SuggestedPost>

/** How many results a search has. */
export const ResultCount = Type.Object({
  count: int('How many were counted.'),
  isExact: flag('Whether these are all. Otherwise there are more: counting ended here.'),
})
export type ResultCount = Static<typeof ResultCount>
