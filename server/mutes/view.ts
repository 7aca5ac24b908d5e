import type { Mutes } from '../../contract/entities/mute.ts'
import { asForGuests, type CommunityRow, communityView } from '../communities/view.ts'
import { type AuthorJson, authorRow, authorView } from '../users/view.ts'

interface MuteRow {
  muteId: string
  mutedAt: string
}

/** Both kinds, oldest first, as they come out of `mutesOf`. */
export interface MutesRow {
  userMutes: (MuteRow & AuthorJson & { author_id: string })[]
  communityMutes: (MuteRow & CommunityRow)[]
}

/** What a member muted (API contract 2.11). A deleted account is the ghost here too, under the id it had. */
export const mutesView = ({ userMutes, communityMutes }: MutesRow): Mutes => ({
  communityMutes: communityMutes.map((row) => ({
    id: `c_${row.muteId}`,
    type: 'community',
    mutedCommunityId: row.id,
    createdAt: new Date(row.mutedAt).toISOString(),
    mutedCommunity: communityView(row, { ...asForGuests, isMuted: true }),
  })),
  userMutes: userMutes.map((row) => ({
    id: `u_${row.muteId}`,
    type: 'user',
    mutedUserId: row.author_id,
    createdAt: new Date(row.mutedAt).toISOString(),
    mutedUser: authorView(row.author_id, authorRow(row)),
  })),
})
