import type { Community } from '../../../contract/entities/community.ts'
import { Markdown } from '../../components/Markdown.tsx'
import { ShowMore } from '../../components/ShowMore.tsx'
import { useNavigator } from '../../navigation.ts'

/** How a community describes itself; nothing when it does not. */
export function CommunityAbout({ community }: { community: Community }) {
  const { navigate } = useNavigator()
  if (!community.aboutHtml) return null
  return (
    <ShowMore collapse="communityAbout">
      <Markdown html={community.aboutHtml} onNavigate={navigate} />
    </ShowMore>
  )
}
