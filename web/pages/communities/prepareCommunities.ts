import { communitiesQuery } from '../../data/communities.ts'
import type { PageContext } from '../../routes.tsx'
import { readDirectory } from './directory.ts'

export async function prepareCommunities({ search, load }: PageContext): Promise<undefined> {
  await load(communitiesQuery(readDirectory(search)))
}
