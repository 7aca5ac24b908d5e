import type { Community } from '../../../contract/entities/community.ts'
import { useMute } from '../../features/muting/useMute.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { NeedsScript } from '../../ui/layout/NeedsScript.tsx'

/** Mutes a community, or unmutes it. */
export function MuteButton({ community: { id, name } }: { community: Community }) {
  const { isMuted, toggle } = useMute({ type: 'community', id, name })
  return (
    <NeedsScript>
      <IconButton
        icon={isMuted ? 'unmute' : 'mute'}
        label={isMuted ? 'Unmute community' : 'Mute community'}
        title={isMuted ? 'Unmute community' : 'Mute community'}
        onClick={toggle}
      />
    </NeedsScript>
  )
}
