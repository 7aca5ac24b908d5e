import { type Static, Type } from 'typebox'
import { listOf, Nullable, oneOf, text } from '../entities/schema.ts'
import { Transparency } from '../entities/transparency.ts'
import { endpoint } from './endpoint.ts'
import { integer, optional } from './parameters.ts'

const RetentionPeriod = Type.Object({
  data: text('The kind of data.'),
  kept: text('How long it is kept.'),
  setting: Nullable(
    text('The environment variable or setting of the site that sets the time; null if it is fixed.'),
  ),
  task: Nullable(text('The background task that deletes it; null if age alone does not delete it.')),
})
export type RetentionPeriod = Static<typeof RetentionPeriod>

const Connection = Type.Object({
  from: oneOf(['browsers', 'server'], 'Who contacts it.'),
  host: text('The host, or the kind of hosts.'),
  purpose: text('What for.'),
})
export type Connection = Static<typeof Connection>

const LawDocuments = Type.Object({
  retention: listOf(RetentionPeriod, 'How long each kind of data is kept.'),
  connections: listOf(Connection, 'What browsers load from elsewhere, and whom the server contacts.'),
  riskAssessmentHtml: text('The template of a risk assessment, filled in from the settings, as HTML.'),
  recordsHtml: text('The records of processing activities, as HTML.'),
})
export type LawDocuments = Static<typeof LawDocuments>

/** What laws ask the operator for, for admins. */
export const lawEndpoints = {
  getTransparency: endpoint({
    method: 'GET',
    path: '/api/_admin/law/transparency',
    summary: 'Counts what moderators, admins and reporters did in a calendar year.',
    who: 'admin',
    query: optional({
      year: integer({
        description: 'A year that has counts; the current one by default.',
        form: '^[0-9]{4}$',
        refusal: 'invalidYear',
      }),
    }),
    response: Transparency,
    errors: ['invalidYear'],
  }),
  getLawDocuments: endpoint({
    method: 'GET',
    path: '/api/_admin/law/documents',
    summary:
      'Returns retention periods, connections to others, and documents made from the settings of the site.',
    who: 'admin',
    response: LawDocuments,
    errors: [],
  }),
}
