import type { Community } from '../../../contract/entities/community.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { NeedsScript } from '../../shell/NeedsScript.tsx'
import { useMute } from '../../shell/useMute.ts'

/** Leaves the posts of a community out of the feed of everything, or lets them in again. */
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
