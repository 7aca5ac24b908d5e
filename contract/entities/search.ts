import { type Static, Type } from 'typebox'
import { flag, listOf, text } from './schema.ts'

/** A part of an excerpt. */
export const Segment = Type.Object({
  text: text('Plain text.'),
  isHit: flag('Whether this is what was searched for.'),
})
export type Segment = Static<typeof Segment>

/** The positions of the searched words in the text of a post or comment. */
export const Excerpt = Type.Object({
  /** In its form on the wire already: nothing beside it says its kind. */
  id: text('The id of a post or comment of this page.'),
  segments: listOf(Segment, 'Consecutive parts of its text.'),
})
export type Excerpt = Static<typeof Excerpt>
