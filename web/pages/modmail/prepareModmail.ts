import { communityQuery } from '../../data/communities/communities.ts'
import { conversationQuery, conversationsQuery, parseModmail } from '../../data/moderation/modmail.ts'
import type { PageContext } from '../../router/route.ts'

export async function prepareModmail({ search, load, loadPages }: PageContext): Promise<undefined> {
  const { conversationId, from } = parseModmail(search)
  const communityName = search.get('community')
  if (conversationId !== null) await loadPages(conversationQuery(conversationId, from))
  else if (communityName) await load(communityQuery(communityName))
  else await loadPages(conversationsQuery({ communityId: null, filter: 'open', from }))
  return undefined
}
