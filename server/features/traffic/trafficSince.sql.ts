// Made from trafficSince.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly hours: number
  readonly rowsMax: number
}

export type TrafficSinceRow = {
  kind: 'network' | 'agent'
  name: string
  requests: number
  milliseconds: number
  challenges: number
  solved: number
}

export const trafficSince: Statement<Parameters, TrafficSinceRow> = {
  name: 'trafficSince',
  text: `select kind, name, requests as "requests", milliseconds as "milliseconds", challenges as "challenges", solved as "solved" from ( select kind, name, sum(requests)::float8 as requests, sum(milliseconds)::float8 as milliseconds, sum(challenges)::float8 as challenges, sum(solved)::float8 as solved, row_number() over (partition by kind order by sum(milliseconds) desc, sum(challenges) desc, name) as place from traffic_counts where at > now() - make_interval(hours => $1::int) group by kind, name ) as summed where place <= $2::int order by kind, place`,
  parameters: ['hours', 'rowsMax'],
  literals: [],
}
