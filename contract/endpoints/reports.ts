import { Type } from 'typebox'
import { Report } from '../entities/report.ts'
import { IdInput } from '../entities/schema.ts'
import { endpoint } from './endpoint.ts'

export const reportEndpoints = {
  report: endpoint({
    method: 'POST',
    path: '/api/_report',
    summary: 'Tells the moderators of a community about a post or a comment.',
    who: 'member',
    limit: 'reports',
    body: Type.Object({
      type: Type.String({ default: 'post' }),
      targetId: IdInput,
      reason: Type.Integer(),
    }),
    response: Report,
    errors: [
      'invalidReportType',
      'postNotFound',
      'commentNotFound',
      'bannedFromCommunity',
      'ownContent',
      'invalidReportReason',
      'alreadyReported',
    ],
  }),
}
