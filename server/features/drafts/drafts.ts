import { type Selectable, sql } from 'kysely'
import type { ReceivedBodyOf } from '../../../contract/endpoints/endpoint.ts'
import type { Endpoints, OutputOf } from '../../../contract/endpoints/index.ts'
import type { Draft } from '../../../contract/entities/draft.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { postTypes } from '../../../contract/words.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import type { Drafts } from '../../platform/database/tables.ts'
import { Refused } from '../../platform/http/refused.ts'
import { cut } from '../../platform/http/text.ts'
import { saveDraft as statement } from './saveDraft.sql.ts'

type Row = Omit<Selectable<Drafts>, 'user_id'>

const columns = [
  'place',
  'revision',
  'post_type',
  'title',
  'body',
  'url',
  'community',
  'is_made_with_ai',
  'saved_at',
] as const satisfies readonly (keyof Row)[]

/** The format of a place, which the database checks, too. @throws Refused */
export function parsePlace(place: string): string {
  if (!/^(?:post|reply|edit):[A-Za-z0-9_]{1,24}(?::[0-9]{1,24})?$/.test(place))
    throw new Refused(errors.invalidDraftPlace)
  return place
}

/** A member's drafts, the latest first, without their full texts. */
export async function listDrafts(db: Db, memberId: string): Promise<OutputOf<'listDrafts'>> {
  const rows = await db
    .selectFrom('drafts')
    .where('user_id', '=', memberId)
    .select(['place', 'revision', 'post_type', 'title', 'url', 'community', 'is_made_with_ai', 'saved_at'])
    .select(sql<string>`left(body, ${sql.lit(limits.draftExcerptLength)})`.as('body'))
    .orderBy('saved_at', 'desc')
    .orderBy('place')
    .limit(limits.draftsMax)
    .execute()
  return {
    drafts: rows.map((row) => {
      const { body, ...draft } = draftView(row)
      return { ...draft, excerpt: body }
    }),
  }
}

export async function getDraft(db: Db, memberId: string, place: string): Promise<OutputOf<'getDraft'>> {
  const row = await db
    .selectFrom('drafts')
    .where('user_id', '=', memberId)
    .where('place', '=', parsePlace(place))
    .select(columns)
    .executeTakeFirst()
  return { draft: row ? draftView(row) : null }
}

/** Saves a draft, unless it has changed since the revision that the device knows. */
export async function saveDraft(
  db: Db,
  memberId: string,
  place: string,
  given: ReceivedBodyOf<Endpoints['saveDraft']>,
): Promise<OutputOf<'saveDraft'>> {
  const type = given.type || 'text'
  const draft = {
    userId: memberId,
    place: parsePlace(place),
    type: postTypes.find((known) => known === type),
    title: parseField(given.title, limits.draftTitleMaxLength),
    body: parseField(given.body, limits.bodyMaxLength),
    url: parseField(given.url, limits.draftUrlMaxLength),
    community: parseField(given.community, limits.communityNameMaxLength),
    isMadeWithAi: given.isMadeWithAi ?? null,
    basedOn: /^\d{1,18}$/.test(given.basedOn ?? '') ? (given.basedOn ?? null) : null,
    draftsMax: limits.draftsMax,
  }
  if (draft.type === undefined) throw new Refused(errors.unsupportedPostType)
  if ((draft.title + draft.body + draft.url).trim() === '') throw new Refused(errors.emptyDraft)
  const row = await queryRow(db, statement, { ...draft, type: draft.type })
  if (row) return { isSaved: row.is_saved, draft: draftView(row) }
  const { draft: stored } = await getDraft(db, memberId, place)
  // Another device saved and deleted it meanwhile; the device retries.
  if (!stored) throw new Error(`The draft ${place} was saved and deleted meanwhile.`)
  return { isSaved: false, draft: stored }
}

export async function deleteDraft(db: Db, memberId: string, place: string): Promise<{ success: true }> {
  await db
    .deleteFrom('drafts')
    .where('user_id', '=', memberId)
    .where('place', '=', parsePlace(place))
    .execute()
  return { success: true }
}

/** Not trimmed, because an unfinished text may end with spaces. */
const parseField = (text: string | null | undefined, length: number): string => cut(text ?? '', length)

const draftView = ({ post_type, saved_at, revision, is_made_with_ai: isMadeWithAi, ...row }: Row): Draft => ({
  place: row.place,
  revision: String(revision),
  type: post_type,
  title: row.title,
  body: row.body,
  url: row.url,
  community: row.community,
  ...(isMadeWithAi !== null && { isMadeWithAi }),
  savedAt: saved_at.toISOString(),
})
