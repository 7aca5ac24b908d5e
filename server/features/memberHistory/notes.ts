import type { MemberNote } from '../../../contract/entities/memberHistory.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { lockModerated } from '../../core/permissions/moderation.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { parseId, parseIdOrNull } from '../../platform/http/ids.ts'
import { Refused } from '../../platform/http/refused.ts'
import { parseText } from '../../platform/http/text.ts'
import { insertMemberNote } from './insertMemberNote.sql.ts'

/**
 * Adds a note about a member for the moderators of a community.
 *
 * @throws Refused with `invalid_id`, `community/not-found`, `not_admin_nor_mod`, `empty_note`, `user_not_found`, `note_about_yourself` or
 *   `too_many_notes`.
 */
export async function addMemberNote(
  db: Db,
  viewer: Viewer,
  given: { communityId: string; username: string; text: string },
): Promise<MemberNote> {
  const communityId = parseId(given.communityId)
  return await db.transaction().execute(async (trx) => {
    // The lock of the community serializes new notes, so the limit cannot be exceeded.
    await lockModerated(trx, viewer, communityId, ['content', 'members'])
    const text = parseText(given.text, limits.memberNoteMaxLength)
    if (text === '') throw new Refused(errors.emptyMemberNote)
    const member = await trx
      .selectFrom('users')
      .where('username_key', '=', given.username.trim().toLowerCase())
      .where('deleted_at', 'is', null)
      .where('is_built_in', '=', false)
      .select('id')
      // Locked, so that the account is not deleted meanwhile.
      .forShare()
      .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))
    if (member.id === viewer.id) throw new Refused(errors.noteAboutYourself)
    const note = await queryRow(trx, insertMemberNote, {
      communityId,
      memberId: member.id,
      authorId: viewer.id,
      body: text,
      notesMax: limits.memberNotesMax,
    })
    if (!note) throw new Refused(errors.tooManyMemberNotes)
    return { id: Number(note.id), author: viewer.username, text, createdAt: note.created_at.toISOString() }
  })
}

/**
 * For the member it is about, the note does not exist.
 *
 * @throws Refused with `invalid_id`, `community/not-found`, `not_admin_nor_mod` or `note_not_found`.
 */
export async function deleteMemberNote(
  db: Db,
  viewer: Viewer,
  given: { communityId: string; noteId: string },
): Promise<{ success: true }> {
  const communityId = parseId(given.communityId)
  await db.transaction().execute(async (trx) => {
    await lockModerated(trx, viewer, communityId, ['content', 'members'])
    await trx
      .deleteFrom('member_notes')
      .where('id', '=', parseIdOrNull(given.noteId) ?? '0')
      .where('community_id', '=', communityId)
      .where('member_id', '<>', viewer.id)
      .returning('id')
      .executeTakeFirstOrThrow(() => new Refused(errors.memberNoteNotFound))
  })
  return { success: true }
}
