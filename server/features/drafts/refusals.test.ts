import { draftEndpoints } from '../../../contract/endpoints/drafts.ts'
import { describeRefusals, type Provocations } from '../../../tests/support/refusals.ts'

const nowhere = '/api/drafts/vote:a'

const provocations: Provocations<typeof draftEndpoints> = {
  listDrafts: {},
  getDraft: { invalidDraftPlace: ({ member }) => member.get(nowhere) },
  saveDraft: {
    invalidDraftPlace: ({ member }) => member.put(nowhere, { body: 'One' }),
    unsupportedPostType: ({ member }) => member.put('/api/drafts/post:a', { body: 'One', type: 'poll' }),
    emptyDraft: ({ member }) => member.put('/api/drafts/post:a', { body: ' ' }),
  },
  deleteDraft: { invalidDraftPlace: ({ member }) => member.delete(nowhere) },
}

describeRefusals(draftEndpoints, provocations)
