import { type Static, Type } from 'typebox'

/** A part of an excerpt: what was found, or what stands around it. */
export const Segment = Type.Object({ text: Type.String(), isHit: Type.Boolean() })
export type Segment = Static<typeof Segment>

/** Where in the text of a post or comment of a result something was found. */
export const Excerpt = Type.Object({ id: Type.String(), segments: Type.Array(Segment) })
export type Excerpt = Static<typeof Excerpt>
