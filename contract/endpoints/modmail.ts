import { Type } from 'typebox'
import { Conversation, ModmailMessage } from '../entities/modmail.ts'
import { described, idInput, idText, int, listOf, memberName, Nullable, text } from '../entities/schema.ts'
import {
  conversationsCountedMax,
  conversationsPerPage,
  messagesPerPage,
  modmailMessageMaxLength,
  modmailSubjectMaxLength,
  openConversationsMax,
} from '../limitValues.ts'
import { conversationActions, conversationFilters, messageKinds } from '../words.ts'
import { endpoint } from './endpoint.ts'
import { choice, cutAt, next, optional, requiredChoice } from './parameters.ts'

const inConversation = Type.Object({ conversationId: text('The number of the conversation.') })
const messageText = text(`What you write; required. Plain text. ${cutAt(modmailMessageMaxLength)}`)
const kind = Type.Optional(
  choice(messageKinds, {
    description: 'A `warning`, or a `note` that only moderators see; both for moderators only.',
    default: 'message',
    refusal: 'invalidAction',
  }),
)

/** Messages between members and the moderators of a community; additions to the original API. */
export const modmailEndpoints = {
  listConversations: endpoint({
    method: 'GET',
    path: '/api/modmail',
    summary: `Lists your conversations with moderators, or those of a community for its moderators and admins, ${conversationsPerPage} at a time, the latest first.`,
    who: 'member',
    query: optional({
      communityId: idText('community', 'Conversations of this community, except your own.'),
      filter: choice(conversationFilters, {
        description:
          'For a community: open ones, open ones assigned to you, or archived ones. Your own are listed together.',
        default: 'open',
        refusal: 'invalidAction',
      }),
      next,
    }),
    response: Type.Object({
      items: listOf(Conversation, 'The conversations.'),
      noNew: int(`How many open ones have something new, counted up to ${conversationsCountedMax}.`),
      next: Nullable(text('The cursor of the next page; null after the last.')),
    }),
    errors: ['invalidAction', 'invalidCursor', 'invalidId', 'communityNotFound', 'neitherAdminNorModerator'],
  }),
  getConversation: endpoint({
    method: 'GET',
    path: '/api/modmail/:conversationId',
    summary: `Returns a conversation with its messages, ${messagesPerPage} at a time, the latest first; for its member, moderators of the community and admins.`,
    who: 'member',
    params: inConversation,
    query: optional({ next }),
    response: Type.Object({
      conversation: described('The conversation.', Conversation),
      messages: listOf(ModmailMessage, 'The messages; notes only for moderators and admins.'),
      next: Nullable(text('The cursor of earlier messages; null before the first.')),
    }),
    errors: ['invalidCursor', 'conversationNotFound'],
  }),
  startConversation: endpoint({
    method: 'POST',
    path: '/api/modmail',
    summary: `Writes to the moderators of a community, or as one of them to a member. A member can have ${openConversationsMax} open conversations in a community. The other side is notified.`,
    who: 'member',
    limit: 'modmail',
    body: Type.Object({
      communityId: idInput('community', 'The community.'),
      username: Type.Optional(
        memberName(
          'The member to write to, for moderators and admins; without it you write to the moderators.',
        ),
      ),
      subject: text(`What it is about; required. ${cutAt(modmailSubjectMaxLength)}`),
      text: messageText,
      kind,
    }),
    response: Conversation,
    errors: [
      'invalidAction',
      'emptyMessage',
      'invalidId',
      'communityNotFound',
      'neitherAdminNorModerator',
      'userNotFound',
      'trustTooLow',
      'messageToOneself',
      'tooManyConversations',
    ],
  }),
  addMessage: endpoint({
    method: 'POST',
    path: '/api/modmail/:conversationId/messages',
    summary:
      'Adds a message to a conversation. A message of the member reopens an archived one, which counts towards the limit of open ones. The other side is notified, except of notes.',
    who: 'member',
    limit: 'modmail',
    params: inConversation,
    body: Type.Object({ text: messageText, kind }),
    response: ModmailMessage,
    errors: [
      'invalidAction',
      'emptyMessage',
      'conversationNotFound',
      'neitherAdminNorModerator',
      'tooManyConversations',
    ],
  }),
  updateConversation: endpoint({
    method: 'PUT',
    path: '/api/modmail/:conversationId',
    summary:
      'Marks a conversation as read (`seen`), archives or reopens it, or assigns it to a moderator. All but `seen` are for moderators of the community and admins.',
    who: 'member',
    limit: 'moderation',
    params: inConversation,
    body: Type.Object({
      action: requiredChoice(conversationActions, { description: 'What to do.', refusal: 'invalidAction' }),
      assignee: Type.Optional(text('For `assign`: the moderator or admin; by default you.')),
    }),
    response: Conversation,
    errors: ['invalidAction', 'conversationNotFound', 'neitherAdminNorModerator', 'userNotFound'],
  }),
}
