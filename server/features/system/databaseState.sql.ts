// Made from databaseState.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly tablesShown: number
}

export type DatabaseStateRow = {
  version: string
  bytes: number
  connectionsMax: number
  connections: number
  tables: { name: string; bytes: number; rows: number }[]
}

export const databaseState: Statement<Parameters, DatabaseStateRow> = {
  name: 'databaseState',
  text: `select current_setting('server_version') as "version", pg_database_size(current_database())::float8 as "bytes", current_setting('max_connections')::integer as "connectionsMax", (select count(*)::integer from pg_stat_activity where datname = current_database()) as "connections", coalesce(( select json_agg(largest) from ( select relname::text as name, coalesce(pg_total_relation_size(oid)::float8, 0) as bytes, greatest(reltuples, 0)::bigint as rows from pg_class where relkind in ('r', 'p', 'm') and relnamespace = 'public'::regnamespace order by 2 desc limit $1::integer) as largest), '[]') as tables`,
  parameters: ['tablesShown'],
  literals: [],
}
