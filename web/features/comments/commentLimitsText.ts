import { levelOf } from '../../../contract/commentLimitNames.ts'
import type { CommentLimits } from '../../../contract/entities/commentLimits.ts'
import { inForce } from '../../../contract/inForce.ts'
import { t } from '../../../contract/texts/t.ts'
import { durationText } from '../../ui/text/durationText.ts'

/** What limits comments, of a post and of its community together; empty if nothing does. */
export function commentLimitsText(limits: readonly CommentLimits[], now: Date): string {
  const waits = limits.flatMap(({ slowMode }) => inForce(slowMode, now)?.seconds ?? [])
  const groups = limits.flatMap(({ commenters }) => inForce(commenters, now)?.who ?? [])
  const levels = groups.flatMap((who) => levelOf(who) ?? [])
  const texts = []
  if (waits.length > 0)
    texts.push(
      t('Slow mode is on. Wait {duration} between comments.', { duration: durationText(Math.max(...waits)) }),
    )
  if (groups.includes('members')) texts.push(t('Only members of this community can comment.'))
  if (levels.length > 0)
    texts.push(
      t('Only members with trust level {level, number} or higher can comment.', {
        level: Math.max(...levels),
      }),
    )
  return texts.join(' ')
}
