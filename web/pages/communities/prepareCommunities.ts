import { communitiesQuery } from '../../data/communities/communities.ts'
import type { PageContext } from '../../router/route.ts'
import { directoryRequest, parseDirectory } from './directory.ts'

export async function prepareCommunities({ search, load }: PageContext): Promise<undefined> {
  await load(communitiesQuery(directoryRequest(parseDirectory(search))))
}
