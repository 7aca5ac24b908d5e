import type { Mutes } from '../../../contract/entities/mute.ts'
import type { CommunityRow } from '../communities/columns.ts'
import { asForGuests, communityView } from '../communities/serialize.ts'
import { type AuthorJson, parseAuthorJson } from '../users/columns.ts'
import { authorView } from '../users/serialize.ts'

interface MuteRow {
  muteId: string
  mutedAt: string
}

/** A row of `muteColumns`; both kinds are sorted by age, oldest first. */
export interface MutesRow {
  userMutes: (MuteRow & AuthorJson & { author_id: string })[]
  communityMutes: (MuteRow & CommunityRow)[]
}

/** The mutes of a member. A deleted account appears as the ghost, but `mutedUserId` keeps its id. */
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
    mutedUser: authorView(row.author_id, parseAuthorJson(row)),
  })),
})
