import type { FiledReport } from '../../../../contract/entities/report.ts'
import { errors } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import { unmarkedAiReason } from '../../../../contract/words.ts'
import type { ReviewServices } from '../../../core/review/gate.ts'
import type { Viewer } from '../../../core/sessions/viewer.ts'
import { queryRow } from '../../../platform/database/statement.ts'
import { Refused } from '../../../platform/http/refused.ts'
import { parseText } from '../../../platform/http/text.ts'
import { applyRulesToReported } from './applyRules.ts'
import { fileReport } from './fileReport.sql.ts'
import { filedReportView } from './serialize.ts'

interface NewReport {
  /** `post` or `comment`; untrusted. */
  readonly type: string
  readonly targetId: string
  /** Number of a reason of this site; untrusted. */
  readonly reason?: number
  /** Number of a rule of the community; untrusted. */
  readonly ruleId?: number | null
  /** Not marked as made with AI. */
  readonly isUnmarkedAi?: boolean
  readonly note?: string | null
}

/**
 * Reports a post or a comment to the moderators of its community. The same member can report it again for another
 * reason.
 *
 * @throws Refused with `invalid_type`, `post/not-found` or `comment/not-found`, also for deleted ones, whose reports are
 *   closed. Then for banned members and the author, for unknown reasons, and for a repeated report.
 */
export async function report(
  { db, config, automation, settings }: ReviewServices,
  member: Viewer,
  { type, targetId, reason, ruleId, isUnmarkedAi = false, note }: NewReport,
): Promise<FiledReport> {
  if (reason === undefined && (ruleId ?? null) === null && !isUnmarkedAi)
    throw new Refused(errors.invalidJson)
  if (type !== 'post' && type !== 'comment') throw new Refused(errors.invalidReportType)
  const row = await queryRow(db, fileReport, {
    reporterId: member.id,
    postId: type === 'post' ? targetId : null,
    commentId: type === 'comment' ? targetId : null,
    reason: reason ?? null,
    ruleId: ruleId ?? null,
    aiReason: isUnmarkedAi ? unmarkedAiReason : null,
    note: parseText(note ?? '', limits.reportNoteMaxLength) || null,
  })
  if (!row) throw new Refused(type === 'post' ? errors.postNotFound : errors.commentNotFound)
  if (row.refusal !== null) throw new Refused(errors[row.refusal])
  // Reports of silenced members count for nothing.
  if (!row.is_hidden) await applyRulesToReported({ db, config, automation, settings }, row)
  return filedReportView(row)
}
