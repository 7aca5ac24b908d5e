import { Type } from 'typebox'
import { described } from '../entities/schema.ts'
import { TrafficPeriod } from '../entities/traffic.ts'
import { trafficRows } from '../limitValues.ts'
import { endpoint } from './endpoint.ts'

export const trafficEndpoints = {
  listTraffic: endpoint({
    method: 'GET',
    path: '/api/_admin/traffic',
    summary: `Returns which networks and programs cost the server most, at most ${trafficRows} of each; a minute late. Answers from a cache are not counted.`,
    who: 'admin',
    response: Type.Object({
      hour: described('In the last hour.', TrafficPeriod),
      day: described('In the last 24 hours.', TrafficPeriod),
    }),
    errors: [],
  }),
}
