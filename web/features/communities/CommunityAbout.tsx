import type { Community } from '../../../contract/entities/community.ts'
import { useNavigator } from '../../router/navigator.ts'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import { ShowMore } from '../../ui/text/ShowMore.tsx'

/** The description of a community; nothing when it has none. */
export function CommunityAbout({ community }: { community: Community }) {
  const { navigate } = useNavigator()
  if (!community.aboutHtml) return null
  return (
    <ShowMore collapse="communityAbout">
      <Markdown html={community.aboutHtml} onNavigate={navigate} />
    </ShowMore>
  )
}
