import { Transparency } from '../entities/transparency.ts'
import { endpoint } from './endpoint.ts'
import { integer, optional } from './parameters.ts'

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
}
