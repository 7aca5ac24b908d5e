// Made from accountVersion.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly memberId: string
}

export type AccountVersionRow = {
  version: string
}

export const accountVersion: Statement<Parameters, AccountVersionRow> = {
  name: 'accountVersion',
  text: `select concat_ws('-', author.id, author.xmin, (select images.xmin from images where images.id = author.picture_id)) as version from users as author where author.id = $1`,
  parameters: ['memberId'],
  literals: [],
}
