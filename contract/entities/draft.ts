import { type Static, Type } from 'typebox'
import { postTypes } from '../words.ts'
import { flag, oneOf, text, time } from './schema.ts'

const fields = {
  place: text('What is written, as in `saveDraft`.'),
  revision: text('Changes with each save.'),
  type: oneOf(postTypes, 'Only for posts: the type; `text` for comments.'),
  title: text('The title of the post; for a comment, what it replies to.'),
  url: text('Only for link posts: the link.'),
  community: text('The name of the community; empty when none is chosen.'),
  isMadeWithAi: Type.Optional(
    flag('Whether it is marked *Made with AI*; absent if that was not saved with it.'),
  ),
  savedAt: time('When it was last saved.'),
}

/** An unsent text of a member. */
export const Draft = Type.Object({ ...fields, body: text('The text in Markdown.') })
export type Draft = Static<typeof Draft>

/** In the list of one's drafts. */
export const ListedDraft = Type.Object({ ...fields, excerpt: text('The beginning of the text.') })
export type ListedDraft = Static<typeof ListedDraft>
