import { appealEndpoints } from '../../../contract/endpoints/appeals.ts'
import type { Appeal } from '../../../contract/entities/appeal.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { ModerationAction } from '../../../contract/moderationActions.ts'
import type { AppealAct, ModeratorPermission } from '../../../contract/words.ts'
import { notifyStaff } from '../../core/notifications/notify.ts'
import type { TitleReader } from '../../core/posts/serialize.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { parseIdOrNull } from '../../platform/http/ids.ts'
import { parseChoice } from '../../platform/http/parameters.ts'
import { Refused } from '../../platform/http/refused.ts'
import { parseText } from '../../platform/http/text.ts'
import { createAppeal as statement } from './createAppeal.sql.ts'
import { appealView, getAppealRow, suspendedReader } from './queries.ts'

/** The target of an appeal, with stored ids; all null for the ban from the site. */
interface Appealed {
  readonly act: AppealAct
  readonly actions: readonly ModerationAction[]
  readonly postId: string | null
  readonly commentId: string | null
  readonly communityId: string | null
}

interface GivenAppeal {
  readonly act: string
  readonly type?: string | undefined
  readonly targetId?: string | undefined
  readonly communityId?: string | undefined
  readonly text: string
}

/** What bans a member from the site, or changes such a ban. */
export const siteBanActions: readonly ModerationAction[] = [
  'ban_user',
  'ban_user_with_content',
  'change_site_ban',
]

const banFromSite: Appealed = {
  act: 'ban',
  actions: siteBanActions,
  postId: null,
  commentId: null,
  communityId: null,
}

const actionsOf = {
  removal: {
    post: ['remove_post', 'remove_post_content', 'erase_post'],
    comment: ['remove_comment', 'erase_comment'],
  },
  lock: { post: ['lock_post'], comment: ['lock_comment'] },
} as const

/**
 * Appeals against the latest removal, lock or ban of this kind that is in force. Those who may answer are notified.
 *
 * @throws Refused with `invalid_appeal`, `nothing_to_appeal` or `already_appealed`.
 */
export const createAppeal = (db: Db, member: TitleReader, given: GivenAppeal): Promise<Appeal> =>
  fileAppeal(db, member, parseAppealed(given), given.text)

/** The same for a ban from the site. */
export const createSuspensionAppeal = (
  db: Db,
  member: { readonly id: string },
  text: string,
): Promise<Appeal> => fileAppeal(db, suspendedReader(member), banFromSite, text)

/** @throws Refused with `invalid_appeal`. */
function parseAppealed({ act: word, type: typeWord, ...given }: GivenAppeal): Appealed {
  const [targetId, communityId] = [given.targetId, given.communityId].map((id) =>
    id === undefined ? undefined : parseIdOrNull(id),
  )
  if (targetId === null || communityId === null) throw new Refused(errors.invalidAppeal)
  const { act: acts, type: types } = appealEndpoints.createAppeal.body.properties
  const act = parseChoice({ ...acts, default: undefined }, word)
  if (act === 'ban' && communityId !== undefined)
    return {
      act,
      actions: ['ban_from_community', 'change_community_ban'],
      postId: null,
      commentId: null,
      communityId,
    }
  if (act === 'ban' && typeWord === undefined && targetId === undefined) return banFromSite
  const type = parseChoice(types, typeWord)
  if (act === undefined || act === 'ban' || type === undefined || targetId === undefined)
    throw new Refused(errors.invalidAppeal)
  const target =
    type === 'post' ? { postId: targetId, commentId: null } : { postId: null, commentId: targetId }
  return { act, actions: actionsOf[act][type], ...target, communityId: null }
}

async function fileAppeal(
  db: Db,
  member: TitleReader,
  { act, ...appealed }: Appealed,
  given: string,
): Promise<Appeal> {
  const text = parseText(given, limits.appealMaxLength)
  if (text === '') throw new Refused(errors.invalidAppeal)
  const id = await db.transaction().execute(async (trx) => {
    const row = await queryRow(trx, statement, { memberId: member.id, act, text, ...appealed })
    if (!row) throw new Error('The statement always returns a row.')
    if (row.refusal !== null) throw new Refused(errors[row.refusal])
    await notifyStaff(
      trx,
      {
        type: 'appeal_filed',
        communityId: row.community_id,
        postId: row.post_id,
        commentId: appealed.commentId,
        actorId: member.id,
        details: { act },
      },
      {
        role: row.acted_as === 'mods' ? 'mods' : 'admins',
        needs: row.needs as ModeratorPermission[],
        without: [row.actor_id, member.id],
      },
    )
    return row.id
  })
  return appealView(await getAppealRow(db, id, member), member)
}
