import { Type } from 'typebox'
import { Draft, ListedDraft } from '../entities/draft.ts'
import { described, flag, listOf, Nullable, Success, text } from '../entities/schema.ts'
import {
  bodyMaxLength,
  draftDays,
  draftExcerptLength,
  draftsMax,
  draftTitleMaxLength,
  draftUrlMaxLength,
} from '../limitValues.ts'
import { postTypes } from '../words.ts'
import { endpoint } from './endpoint.ts'
import { choice, cutAt, markdown } from './parameters.ts'

const place =
  'What is written: `post:` and letters, digits or underscores of your choice for a new post; `reply:` and the public id of a post for a comment on it, followed by `:` and the id of a comment for a reply to that; `edit:` and the same for a change of a post or comment.'
const byPlace = Type.Object({ place: text(place) })

/** Texts that a member has not sent yet, on all their devices. */
export const draftEndpoints = {
  listDrafts: endpoint({
    method: 'GET',
    path: '/api/drafts',
    summary: `Lists your unsent texts, the latest first. There are at most ${draftsMax}, and each is deleted ${draftDays} days after it was last saved.`,
    who: 'member',
    response: Type.Object({
      drafts: listOf(ListedDraft, `The drafts, with the first ${draftExcerptLength} characters of each.`),
    }),
    errors: [],
  }),
  getDraft: endpoint({
    method: 'GET',
    path: '/api/drafts/:place',
    summary: 'Returns one of your drafts.',
    who: 'member',
    params: byPlace,
    response: Type.Object({
      draft: Nullable(described('The draft; null when there is none for this place.', Draft)),
    }),
    errors: ['invalidDraftPlace'],
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/api/drafts/:place',
    summary: `Saves a draft. A draft beyond ${draftsMax} replaces the oldest one.`,
    who: 'member',
    limit: 'drafts',
    params: byPlace,
    body: Type.Object({
      basedOn: Type.Optional(
        Nullable(text('The `revision` of the draft that you have changed; null when there was none.')),
      ),
      type: Type.Optional(
        choice(postTypes, {
          description: 'The type of a post.',
          default: 'text',
          refusal: 'unsupportedPostType',
        }),
      ),
      title: Type.Optional(Nullable(text(`The title. ${cutAt(draftTitleMaxLength)}`))),
      body: Type.Optional(Nullable(text(markdown(bodyMaxLength)))),
      url: Type.Optional(Nullable(text(`The link. ${cutAt(draftUrlMaxLength)}`))),
      community: Type.Optional(Nullable(text('The name of the community.'))),
      isMadeWithAi: Type.Optional(Nullable(flag('Whether to mark it *Made with AI*.'))),
    }),
    response: Type.Object({
      isSaved: flag(
        'Whether it was saved. Otherwise it has been saved elsewhere since the revision that you named, with another text: send the text again with the new revision to overwrite that.',
      ),
      draft: described('The draft as it is stored.', Draft),
    }),
    errors: ['invalidDraftPlace', 'unsupportedPostType', 'emptyDraft'],
  }),
  deleteDraft: endpoint({
    method: 'DELETE',
    path: '/api/drafts/:place',
    summary: 'Deletes a draft. It also succeeds when there is none.',
    who: 'member',
    limit: 'drafts',
    params: byPlace,
    response: Success,
    errors: ['invalidDraftPlace'],
  }),
}
