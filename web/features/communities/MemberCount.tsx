import type { Community } from '../../../contract/entities/community.ts'
import { t } from '../../../contract/texts/t.ts'
import { useMembership } from '../../data/communities/membership.ts'
import { Count } from '../../ui/text/Count.tsx'

/** "24.1k members", including the viewer's own pending join or leave. */
export function MemberCount({ community }: { community: Community }) {
  const { members } = useMembership(community)
  return (
    <span>
      <Count value={members} /> {t('{members, plural, one {member} other {members}}', { members })}
    </span>
  )
}
