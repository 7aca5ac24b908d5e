// Made from withheldImages.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly knownVersion: string
}

export type WithheldImagesRow = {
  version: string
  ids: string[] | null
}

export const withheldImages: Statement<Parameters, WithheldImagesRow> = {
  name: 'withheldImages',
  text: `with state as materialized ( select count(*) || ' ' || coalesce(sum(id), 0) as version from withheld_contents where cardinality(image_ids) > 0 or link_image_id is not null ) select version as "version", case when version <> $1 then array( select image_id::text from withheld_contents cross join lateral unnest(image_ids || link_image_id) as image_id where image_id is not null and (cardinality(image_ids) > 0 or link_image_id is not null)) end as ids from state`,
  parameters: ['knownVersion'],
  literals: [],
}
