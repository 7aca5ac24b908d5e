import { t } from '../../../contract/texts/t.ts'
import { conversationQuery, conversationsQuery, parseModmail } from '../../data/moderation/modmail.ts'
import { ConversationForm } from '../../features/moderation/ConversationForm.tsx'
import { ConversationList } from '../../features/moderation/ConversationList.tsx'
import { ConversationThread } from '../../features/moderation/ConversationThread.tsx'
import { useShownPage } from '../../router/page.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import type { ScreenContext, ScreenProps } from './screen.ts'

export function prepareModmail({ community, search, loadPages }: ScreenContext): Promise<unknown> {
  const { conversationId, filter, from } = parseModmail(search)
  if (conversationId !== null) return loadPages(conversationQuery(conversationId, from))
  if (search.has('to')) return Promise.resolve()
  return loadPages(conversationsQuery({ communityId: community.id, filter, from }))
}

/** Messages between members and the moderators of the community. */
export function ModmailScreen({ community }: ScreenProps) {
  const shown = useShownPage()
  const search = new URLSearchParams(shown.search)
  const path = shown.path
  const { conversationId, filter, from } = parseModmail(search)
  const to = search.get('to')
  if (conversationId !== null)
    return <ConversationThread key={conversationId} conversationId={conversationId} from={from} path={path} />
  if (to !== null) return <ConversationForm key={to} community={community} to={to} path={path} />
  return (
    <ConversationList
      params={{ communityId: community.id, filter, from }}
      path={path}
      action={
        <Button small href={`${path}?to=`}>
          {t('Message a member')}
        </Button>
      }
    />
  )
}
