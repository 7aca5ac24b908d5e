import { moderationLogEndpoints } from '../../../contract/endpoints/moderationLog.ts'
import { describeRefusals, type Provocations } from '../../../tests/support/refusals.ts'

const provocations: Provocations<typeof moderationLogEndpoints> = {
  listModerationLog: {
    invalidAction: ({ guest }) => guest.get('/api/modlog?action=explode'),
    invalidDay: ({ guest }) => guest.get('/api/modlog?to=2026-02-30'),
    limitNotANumber: ({ guest }) => guest.get('/api/modlog?limit=many'),
    limitOutOfRange: ({ guest }) => guest.get('/api/modlog?limit=51'),
    invalidCursor: ({ guest }) => guest.get('/api/modlog?next=abc'),
    invalidId: ({ guest }) => guest.get('/api/modlog?communityId=abc'),
    communityNotFound: ({ guest }) => guest.get('/api/modlog?communityId=99999999'),
    userNotFound: ({ guest }) => guest.get('/api/modlog?moderator=nobody_of_this_name'),
    moderatorsNotNamed: async ({ forum, guest, moderator }) => {
      const { id } = await forum.db
        .updateTable('communities')
        .set({ moderation_log_names: false })
        .where('name', '=', 'birding')
        .returning('id')
        .executeTakeFirstOrThrow()
      return guest.get(`/api/modlog?communityId=${id}&moderator=${moderator.username}`)
    },
  },
}

describeRefusals(moderationLogEndpoints, provocations)
