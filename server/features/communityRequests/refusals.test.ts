import { communityRequestEndpoints } from '../../../contract/endpoints/communityRequests.ts'
import { describeRefusals, type Provocations } from '../../../tests/support/refusals.ts'
import type { Scene } from '../../../tests/support/scene.ts'

const ask =
  (name: string) =>
  ({ member }: Scene) =>
    member.post('/api/community_requests', { name, note: '' })

const provocations: Provocations<typeof communityRequestEndpoints> = {
  requestCommunity: {
    communityNameEmpty: ask(' '),
    communityNameTooShort: ask('ab'),
    communityNameTooLong: ask('a'.repeat(22)),
    communityNameCharacters: ask('two words'),
    communityNameReserved: ask('login'),
    communityNameOfficial: ask('moderators'),
    requestedCommunityExists: ask('birding'),
    communityAlreadyRequested: async (scene) => {
      await ask('wanted')(scene)
      return ask('wanted')(scene)
    },
  },
  listCommunityRequests: {},
  deleteCommunityRequest: {
    invalidRequestId: ({ admin }) => admin.delete('/api/community_requests/first'),
  },
}

describeRefusals(communityRequestEndpoints, provocations)
