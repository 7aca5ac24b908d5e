import type { BannedMember } from '../../../../contract/entities/ban.ts'
import type { BanKind } from '../../../../contract/words.ts'

/** A ban, with its maker unless their account is deleted. */
export const banView = (row: {
  banned_at: Date
  expires_at: Date | null
  ban_kind: BanKind
  reason: string | null
  rule: string | null
  note: string | null
  banned_by_id: string | null
  banned_by_name: string | null
}): BannedMember['ban'] => ({
  createdAt: row.banned_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  kind: row.ban_kind,
  reason: row.reason,
  rule: row.rule,
  note: row.note,
  bannedBy:
    row.banned_by_id !== null && row.banned_by_name !== null
      ? { id: row.banned_by_id, username: row.banned_by_name }
      : null,
})
