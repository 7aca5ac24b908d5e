import type { OutputOf } from '../../../../contract/endpoints/index.ts'
import { errors } from '../../../../contract/errors.ts'
import { lockOne } from '../../../core/content/content.ts'
import { eraseRefusal } from '../../../core/content/policy.ts'
import { type GivenRemoval, removalOf } from '../../../core/content/removal.ts'
import { takeDown } from '../../../core/content/takeDown.ts'
import { parseReason } from '../../../core/moderationLog/record.ts'
import { staffRoleOf } from '../../../core/permissions/roles.ts'
import type { Viewer } from '../../../core/sessions/viewer.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { parseId } from '../../../platform/http/ids.ts'
import { enforce, Refused } from '../../../platform/http/refused.ts'

/**
 * Erases a post or comment for good, such as a private address or an unlawful picture. What is left is that it was there. Its author is
 * notified, with the reason.
 *
 * @throws Refused with `invalid_json` without a reason, `invalid_type`, `invalid_id`, `post/not-found`, `comment_not_found`,
 *   `not_admin_nor_mod`, `not_admin` if admins removed it, `content-gone`, or `rule_not_found`.
 */
export async function eraseContent(
  db: Db,
  member: Viewer,
  { type, targetId, ...given }: GivenRemoval & { readonly type: string; readonly targetId: string },
): Promise<OutputOf<'eraseContent'>> {
  if (parseReason(given.reason) === null) throw new Refused(errors.invalidJson)
  if (type !== 'post' && type !== 'comment') throw new Refused(errors.invalidReportType)
  const id = parseId(targetId)
  return await db.transaction().execute(async (trx) => {
    const key = type === 'post' ? { postId: id } : { commentId: id }
    const content = await lockOne(trx, member, key, { ruleId: given.ruleId })
    enforce(eraseRefusal(content.roles, content))
    const as = content.deleted_as === 'admins' ? 'admins' : staffRoleOf(content.roles)
    const why = removalOf(given, content)
    const { reports, mentions } = await takeDown(trx, member, [{ content, as, itsContent: 'erased', why }])
    return { noReports: reports, noMentions: mentions }
  })
}
