// Made from addTrafficCounts.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly kinds: readonly string[]
  readonly names: readonly string[]
  readonly requests: readonly number[]
  readonly milliseconds: readonly number[]
  readonly challenges: readonly number[]
  readonly solved: readonly number[]
}

export type AddTrafficCountsRow = never

export const addTrafficCounts: Statement<Parameters, AddTrafficCountsRow> = {
  name: 'addTrafficCounts',
  text: `insert into traffic_counts (at, kind, name, requests, milliseconds, challenges, solved) select date_bin('10 minutes', now(), 'epoch'), kind, name, requests, milliseconds, challenges, solved from unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::int[], $6::int[]) as counted (kind, name, requests, milliseconds, challenges, solved) order by kind, name on conflict (at, kind, name) do update set requests = traffic_counts.requests + excluded.requests, milliseconds = traffic_counts.milliseconds + excluded.milliseconds, challenges = traffic_counts.challenges + excluded.challenges, solved = traffic_counts.solved + excluded.solved`,
  parameters: ['kinds', 'names', 'requests', 'milliseconds', 'challenges', 'solved'],
  literals: [],
}
