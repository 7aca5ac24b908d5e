import { useSuspenseQuery } from '@tanstack/react-query'
import { t } from '../../../contract/texts/t.ts'
import { communityQuery } from '../../data/communities/communities.ts'
import { parseModmail } from '../../data/moderation/modmail.ts'
import { ConversationForm } from '../../features/moderation/ConversationForm.tsx'
import { ConversationList } from '../../features/moderation/ConversationList.tsx'
import { ConversationThread } from '../../features/moderation/ConversationThread.tsx'
import { useShownPage } from '../../router/page.ts'
import { Head } from '../../shell/layout/Head.tsx'
import { PageHead } from '../../shell/layout/PageHead.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'

/** The viewer's conversations with moderators, one of them, or the form to begin one. */
export default function ModmailPage() {
  const { path, search } = useShownPage()
  const query = new URLSearchParams(search)
  const { conversationId, from } = parseModmail(query)
  const communityName = query.get('community')
  return (
    <PageLayout>
      <Head title={t('Messages to moderators')} noindex />
      <PageHead title={t('Messages to moderators')} />
      {conversationId !== null ? (
        <ConversationThread key={conversationId} conversationId={conversationId} from={from} path={path} />
      ) : communityName ? (
        <NewConversation communityName={communityName} path={path} />
      ) : (
        <ConversationList params={{ communityId: null, filter: 'open', from }} path={path} />
      )}
    </PageLayout>
  )
}

function NewConversation({ communityName, path }: { communityName: string; path: string }) {
  const { data: community } = useSuspenseQuery(communityQuery(communityName))
  return <ConversationForm community={community} to={null} path={path} />
}
