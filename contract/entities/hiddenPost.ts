import { type Static, Type } from 'typebox'
import { id, Nullable, text, time } from './schema.ts'

/** In the list of the posts that a member has hidden from their feeds. */
export const HiddenPost = Type.Object({
  id: id('post', 'The id of the post.'),
  publicId: text('The id in its URL.'),
  title: text('Its title.'),
  communityName: text('The name of its community.'),
  username: Nullable(text('The name of its author; null for deleted accounts.')),
  hiddenAt: time('When it was hidden.'),
})
export type HiddenPost = Static<typeof HiddenPost>
