import type { Community } from '../../../contract/entities/community.ts'
import { useMembership } from '../../data/communities/membership.ts'
import { Count } from '../../ui/text/Count.tsx'
import { rich } from '../../ui/text/rich.ts'

/** "24.1k members", including the viewer's own pending join or leave. */
export function MemberCount({ community }: { community: Community }) {
  const { members } = useMembership(community)
  return (
    <span>
      {rich('{members, plural, one {{number} member} other {{number} members}}', {
        members,
        number: <Count value={members} />,
      })}
    </span>
  )
}
