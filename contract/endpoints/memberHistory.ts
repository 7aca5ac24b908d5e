import { Type } from 'typebox'
import { MemberHistory, MemberNote } from '../entities/memberHistory.ts'
import { memberName, Success, text } from '../entities/schema.ts'
import { memberHistoryPerPage, memberNoteMaxLength, memberNotesMax } from '../limitValues.ts'
import { endpoint } from './endpoint.ts'
import { cutAt, inPath, next, optional } from './parameters.ts'

const ofMember = Type.Object({
  communityId: inPath.communityId,
  username: memberName('The name of the member, in upper or lower case.'),
})

/** What moderators of a community know of its members; additions to the original API. */
export const memberHistoryEndpoints = {
  getMemberHistory: endpoint({
    method: 'GET',
    path: '/api/communities/:communityId/members/:username/history',
    summary: `Returns what moderators did about a member in a community, ${memberHistoryPerPage} entries at a time, and their notes; for its moderators and admins. Nobody gets notes about themselves.`,
    who: 'member',
    params: ofMember,
    query: optional({ next }),
    response: MemberHistory,
    errors: ['invalidId', 'communityNotFound', 'neitherAdminNorModerator', 'invalidCursor', 'userNotFound'],
  }),
  addMemberNote: endpoint({
    method: 'POST',
    path: '/api/communities/:communityId/members/:username/notes',
    summary: `Notes something about a member for the moderators of a community; at most ${memberNotesMax} notes. The member does not see it.`,
    who: 'member',
    limit: 'communityTools',
    params: ofMember,
    body: Type.Object({ text: text(`The note; required. ${cutAt(memberNoteMaxLength)}`) }),
    response: MemberNote,
    errors: [
      'invalidId',
      'communityNotFound',
      'neitherAdminNorModerator',
      'emptyMemberNote',
      'userNotFound',
      'noteAboutYourself',
      'tooManyMemberNotes',
    ],
  }),
  deleteMemberNote: endpoint({
    method: 'DELETE',
    path: '/api/communities/:communityId/member_notes/:noteId',
    summary: 'Deletes a note about a member; for moderators of the community and admins.',
    who: 'member',
    limit: 'communityTools',
    params: Type.Object({ communityId: inPath.communityId, noteId: text('The number of the note.') }),
    response: Success,
    errors: ['invalidId', 'communityNotFound', 'neitherAdminNorModerator', 'memberNoteNotFound'],
  }),
}
