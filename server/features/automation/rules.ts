import { sql } from 'kysely'
import type { AutomationState } from '../../../contract/automation.ts'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { AutomationDefinition, AutomationRule } from '../../../contract/entities/automation.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { automationChannel } from '../../core/automation/live.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refused, refuseExplained } from '../../platform/http/refused.ts'
import { parseText } from '../../platform/http/text.ts'
import { type AutomationRulesRow, automationRules } from './automationRules.sql.ts'
import { parseDefinition } from './definition.ts'
import { enforceScope, findScope, lockScope, parseScope } from './scope.ts'

/** Hits of the last days are counted. */
const countedDays = 7

const viewOf = (row: AutomationRulesRow): AutomationRule => ({
  id: row.id,
  communityId: row.community_id,
  name: row.name,
  state: row.state,
  definition: row.definition as unknown as AutomationDefinition,
  version: row.version,
  changedAt: row.changed_at.toISOString(),
  changedBy: row.changed_by === null ? null : { username: row.changed_by },
  noHits: row.hits,
  noReversed: row.reversed,
})

/** The rules of a scope in their order, or one of them, also if it is deleted. */
async function readRules(
  db: Db,
  { communityId, ruleId = null }: { communityId: string | null; ruleId?: string | null },
): Promise<AutomationRule[]> {
  return (await queryRows(db, automationRules, { communityId, ruleId, days: countedDays })).map(viewOf)
}

async function getRule(db: Db, scope: { id: string; communityId: string | null }): Promise<AutomationRule> {
  const [rule] = await readRules(db, { communityId: scope.communityId, ruleId: scope.id })
  if (!rule) throw new Refused(errors.automationNotFound)
  return rule
}

/** @throws Refused as `enforceScope`, or with `invalid_id`. */
export async function listAutomation(
  db: Db,
  viewer: Viewer,
  given: { communityId?: string },
): Promise<OutputOf<'listAutomation'>> {
  const communityId = parseScope(given.communityId)
  await enforceScope(db, viewer, communityId)
  return { rules: await readRules(db, { communityId }) }
}

interface GivenRule {
  readonly name: string
  readonly state: AutomationState
  readonly definition: AutomationDefinition
  readonly why?: string | null
}

function parseName(given: string): string {
  const name = parseText(given, limits.automationNameMaxLength).replace(/\s+/g, ' ')
  return name === '' ? refuseExplained(errors.invalidAutomation, 'Enter a name.') : name
}

const parseWhy = (given: string | null | undefined): string | null =>
  parseText(given ?? '', limits.automationWhyMaxLength) || null

/** Makes all processes read what has changed, at the commit. @returns the version that the changed rows get. */
async function nextVersion(trx: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    with next as (update automation_state set version = version + 1 returning version)
    select version::text, pg_notify(${automationChannel}, '') as notified from next`.execute(trx)
  return rows[0]?.version ?? '0'
}

/** Keeps the rule as it is now as a version. */
const keepVersion = (trx: Db, ruleId: string, { by, why }: { by: string; why: string | null }) =>
  sql`insert into automation_versions (rule_id, version, name, state, definition, why, changed_by)
    select id, version, name, state, definition, ${why}, ${by}::bigint from automation_rules where id = ${ruleId}`.execute(
    trx,
  )

/** @throws Refused as `enforceScope`, and with `invalid_automation` or `too_many_automations`. */
export function createAutomation(
  db: Db,
  viewer: Viewer,
  { communityId: given, ...rule }: GivenRule & { readonly communityId?: string | null },
): Promise<AutomationRule> {
  const communityId = parseScope(given)
  return inTransaction(db, async (trx) => {
    const actedAs = await lockScope(trx, viewer, communityId)
    const name = parseName(rule.name)
    const definition = parseDefinition(rule.definition)
    const version = await nextVersion(trx)
    const { rows } = await sql<{ id: string }>`
      insert into automation_rules (community_id, name, state, place, definition, changed)
      select ${communityId}::bigint, ${name}, ${rule.state}, coalesce(max(place), 0) + 1, ${JSON.stringify(definition)}::jsonb,
        ${version}::bigint
      from automation_rules where community_id is not distinct from ${communityId}::bigint and deleted_at is null
      having count(*) < ${limits.automationRulesMax}
      returning id::text`.execute(trx)
    const [made] = rows
    if (!made) throw new Refused(errors.tooManyAutomations)
    await keepVersion(trx, made.id, { by: viewer.id, why: parseWhy(rule.why) })
    await record(trx, viewer, { action: 'add_automation', actedAs, communityId, name, why: rule.why })
    return getRule(trx, { id: made.id, communityId })
  })
}

const record = (
  trx: Db,
  actor: Viewer,
  entry: {
    action: 'add_automation' | 'edit_automation' | 'delete_automation' | 'undo_automation'
    actedAs: 'mods' | 'admins'
    communityId: string | null
    name: string
    why?: string | null | undefined
  },
) =>
  recordAction(trx, {
    action: entry.action,
    actor,
    actedAs: entry.actedAs,
    communityId: entry.communityId,
    details: { automation: entry.name },
  })

/** Locks a rule with the others of its scope. @throws Refused with `automation_not_found`, or as `lockScope`. */
async function lockRule(trx: Db, viewer: Viewer, ruleId: string) {
  const scope = await findScope(trx, ruleId)
  const actedAs = await lockScope(trx, viewer, scope.communityId)
  const rule = await trx
    .selectFrom('automation_rules')
    .where('id', '=', scope.id)
    .where('deleted_at', 'is', null)
    .select(['name', 'state', 'definition'])
    .forUpdate()
    .executeTakeFirstOrThrow(() => new Refused(errors.automationNotFound))
  return { ...scope, actedAs, rule }
}

/** Saves a rule as a new version, if it differs. @throws Refused as `lockRule`, and with `invalid_automation`. */
export function updateAutomation(
  db: Db,
  viewer: Viewer,
  { ruleId, ...change }: Partial<GivenRule> & { readonly ruleId: string },
): Promise<AutomationRule> {
  return db.transaction().execute(async (trx) => {
    const { actedAs, rule, ...scope } = await lockRule(trx, viewer, ruleId)
    const name = change.name === undefined ? rule.name : parseName(change.name)
    const state = change.state ?? rule.state
    const definition = change.definition && parseDefinition(change.definition)
    const isSame =
      name === rule.name &&
      state === rule.state &&
      (definition === undefined ||
        JSON.stringify(sorted(definition)) === JSON.stringify(sorted(rule.definition)))
    if (isSame) return getRule(trx, scope)
    const version = await nextVersion(trx)
    await sql`
      update automation_rules set name = ${name}, state = ${state}, version = version + 1, changed = ${version}::bigint,
        definition = coalesce(${definition === undefined ? null : JSON.stringify(definition)}::jsonb, definition)
      where id = ${scope.id}`.execute(trx)
    await keepVersion(trx, scope.id, { by: viewer.id, why: parseWhy(change.why) })
    await record(trx, viewer, { action: 'edit_automation', actedAs, communityId: scope.communityId, name })
    return getRule(trx, scope)
  })
}

/** A value whose keys have a fixed order: the database has its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  )
}

/** Its hits stay, and can be undone no longer. @throws Refused as `lockRule`. */
export function deleteAutomation(db: Db, viewer: Viewer, ruleId: string): Promise<AutomationRule> {
  return db.transaction().execute(async (trx) => {
    const { actedAs, rule, ...scope } = await lockRule(trx, viewer, ruleId)
    const deleted = await getRule(trx, scope)
    const version = await nextVersion(trx)
    await sql`update automation_rules set deleted_at = now(), changed = ${version}::bigint where id = ${scope.id}`.execute(
      trx,
    )
    await record(trx, viewer, {
      action: 'delete_automation',
      actedAs,
      communityId: scope.communityId,
      name: rule.name,
    })
    return deleted
  })
}

/** Orders the rules; missing ones, such as one added meanwhile, come last. @throws Refused as `lockScope`. */
export function orderAutomation(
  db: Db,
  viewer: Viewer,
  given: { readonly communityId?: string | null; readonly order: readonly string[] },
): Promise<OutputOf<'orderAutomation'>> {
  const communityId = parseScope(given.communityId)
  return db.transaction().execute(async (trx) => {
    await lockScope(trx, viewer, communityId)
    const version = await nextVersion(trx)
    await sql`
      with wanted as (
        select id, min(place) as place from unnest(${given.order}::bigint[]) with ordinality as named (id, place) group by id),
      places as (
        select rules.id, row_number() over (order by wanted.place nulls last, rules.place, rules.id)::integer as place
        from automation_rules as rules left join wanted on wanted.id = rules.id
        where rules.community_id is not distinct from ${communityId}::bigint and rules.deleted_at is null)
      update automation_rules set place = places.place, changed = ${version}::bigint from places
      where automation_rules.id = places.id and automation_rules.place <> places.place`.execute(trx)
    return { rules: await readRules(trx, { communityId }) }
  })
}

/** A rule with its versions and undos. @throws Refused with `automation_not_found`, or as `enforceScope`. */
export async function getAutomation(
  db: Db,
  viewer: Viewer,
  ruleId: string,
): Promise<OutputOf<'getAutomation'>> {
  const scope = await findScope(db, ruleId)
  await enforceScope(db, viewer, scope.communityId)
  const [rule, versions, undos] = await Promise.all([
    getRule(db, scope),
    db
      .selectFrom('automation_versions as version')
      .where('rule_id', '=', scope.id)
      .select([
        'version.version',
        'name',
        'state',
        'definition',
        'why',
        'changed_at',
        sql<string | null>`named(changed_by)`.as('changed_by'),
      ])
      .orderBy('version.version', 'desc')
      .limit(100)
      .execute(),
    readUndos(db, { ruleId: scope.id }),
  ])
  return {
    rule,
    versions: versions.map(({ changed_at, changed_by, definition, ...version }) => ({
      ...version,
      definition: definition as unknown as AutomationDefinition,
      changedAt: changed_at.toISOString(),
      changedBy: changed_by === null ? null : { username: changed_by },
    })),
    undos,
  }
}

type Undo = OutputOf<'undoAutomation'>

/** The undos of a rule, or one of them; the latest first. */
async function readUndos(db: Db, { ruleId, id }: { ruleId: string; id?: string }): Promise<Undo[]> {
  const rows = await db
    .selectFrom('automation_undos as undo')
    .where('rule_id', '=', ruleId)
    .$if(id !== undefined, (q) => q.where('undo.id', '=', id ?? ''))
    .select([
      'undo.id',
      'since',
      'ordered_at',
      'finished_at',
      sql<string | null>`named(ordered_by)`.as('ordered_by'),
      sql<number>`(select count(*)::integer from automation_hits where undo_id = undo.id)`.as('hits'),
      sql<number>`(select count(undone_at)::integer from automation_hits where undo_id = undo.id)`.as('done'),
    ])
    .orderBy('undo.id', 'desc')
    .limit(20)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    since: row.since.toISOString(),
    orderedAt: row.ordered_at.toISOString(),
    orderedBy: row.ordered_by === null ? null : { username: row.ordered_by },
    finishedAt: row.finished_at?.toISOString() ?? null,
    noHits: row.hits,
    noDone: row.done,
  }))
}

/** The task that undoes what rules did; enqueued with each order. */
export const undoAutomationTask = 'undo_automation'

/**
 * Orders that everything a rule did since a time is undone; which hits these are is fixed now. Records it.
 *
 * @throws Refused as `lockRule`, and with `invalid_automation` for a time that cannot be read.
 */
export function orderUndo(
  db: Db,
  viewer: Viewer,
  { ruleId, since }: { readonly ruleId: string; readonly since: string },
): Promise<Undo> {
  return db.transaction().execute(async (trx) => {
    const { actedAs, rule, ...scope } = await lockRule(trx, viewer, ruleId)
    const moment = new Date(since)
    if (Number.isNaN(moment.getTime()))
      return refuseExplained(errors.invalidAutomation, 'The time cannot be read.')
    const { rows } = await sql<{ id: string }>`
      with undo as (
        insert into automation_undos (rule_id, since, ordered_by) values (${scope.id}, ${moment}, ${viewer.id}) returning id),
      chosen as (
        update automation_hits set undo_id = undo.id from undo
        where automation_hits.rule_id = ${scope.id} and at >= ${moment} and not is_shadow and undone_at is null
        returning 1)
      select id::text, (select count(*) from chosen) as hits, graphile_worker.add_job(${undoAutomationTask},
        job_key := ${undoAutomationTask}) as job from undo`.execute(trx)
    const [made] = rows
    if (!made) throw new Refused(errors.automationNotFound)
    await record(trx, viewer, {
      action: 'undo_automation',
      actedAs,
      communityId: scope.communityId,
      name: rule.name,
    })
    const [undo] = await readUndos(trx, { ruleId: scope.id, id: made.id })
    if (!undo) throw new Refused(errors.automationNotFound)
    return undo
  })
}
