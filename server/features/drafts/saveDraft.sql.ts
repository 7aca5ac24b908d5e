// Made from saveDraft.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly userId: string
  readonly place: string
  readonly basedOn: string | null
  readonly type: string
  readonly title: string
  readonly body: string
  readonly url: string
  readonly community: string
  readonly isMadeWithAi: boolean | null
  readonly draftsMax: number
}

export type SaveDraftRow = {
  is_saved: boolean
  place: string
  revision: string
  post_type: 'text' | 'image' | 'link'
  title: string
  body: string
  url: string
  community: string
  is_made_with_ai: boolean | null
  saved_at: Date
}

export const saveDraft: Statement<Parameters, SaveDraftRow> = {
  name: 'saveDraft',
  text: `with stored as materialized ( select * from drafts where user_id = $1 and place = $2 for update ), is_current as materialized ( select not exists (select from stored where revision is distinct from $3::bigint and (post_type, title, body, url, community, is_made_with_ai) is distinct from ($4::text, $5::text, $6::text, $7::text, $8::text, $9::boolean)) as value ), saved as ( insert into drafts (user_id, place, post_type, title, body, url, community, is_made_with_ai) select $1, $2, $4, $5, $6, $7, $8, $9 from is_current where value on conflict (user_id, place) do update set post_type = excluded.post_type, title = excluded.title, body = excluded.body, url = excluded.url, community = excluded.community, is_made_with_ai = excluded.is_made_with_ai, revision = default, saved_at = now() where drafts.revision = (select revision from stored) returning drafts.* ), deleted as ( delete from drafts where user_id = $1 and exists (select from saved) and place in ( select place from drafts where user_id = $1 and place <> $2 order by saved_at desc, place offset $10::integer - 1) ) select true as is_saved, place, revision, post_type, title, body, url, community, is_made_with_ai, saved_at from saved union all select false, place, revision, post_type, title, body, url, community, is_made_with_ai, saved_at from stored where not exists (select from saved)`,
  parameters: ['userId', 'place', 'basedOn', 'type', 'title', 'body', 'url', 'community', 'isMadeWithAi', 'draftsMax'],
  literals: [],
}
