import { sql } from 'kysely'
import type { InputOf, OutputOf } from '../../../contract/endpoints/index.ts'
import type { EditedReportReason } from '../../../contract/entities/setting.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { TextSetting } from '../../../contract/settingTypes.ts'
import { checkSetting } from '../../../contract/settingValues.ts'
import type { Services } from '../../core/api/route.ts'
import { changeSite } from '../../core/moderationLog/changeSite.ts'
import { recordSettingChanges } from '../../core/settings/store.ts'
import type { Db } from '../../platform/database/connection.ts'
import { refuseExplained } from '../../platform/http/refused.ts'

/** Other programs know these by their numbers. */
const lastOriginalId = 4

/** Their name in the log of changes. */
const settingName = 'reportReasons'

interface CheckedReason {
  readonly id: number | null
  readonly title: string
  readonly description: string | null
  readonly isHidden: boolean
  readonly position: number
}

/** All reasons in their order, hidden ones last. */
export async function listReportReasons(db: Db): Promise<EditedReportReason[]> {
  return await db
    .selectFrom('report_reasons')
    .select(({ and, eb, exists, not, selectFrom }) => [
      'id',
      'title',
      'description',
      'is_hidden as isHidden',
      and([
        eb('id', '>', lastOriginalId),
        not(exists(selectFrom('reports').whereRef('reason_id', '=', 'report_reasons.id'))),
      ])
        .$castTo<boolean>()
        .as('isDeletable'),
    ])
    .orderBy('is_hidden')
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/**
 * Replaces the reasons. Missing ones are deleted, or hidden if a report uses them or other programs know them.
 *
 * @returns all reasons after the change.
 * @throws Refused with `invalid_setting`; the message says what is wrong.
 */
export async function changeReportReasons(
  services: Pick<Services, 'db' | 'liveSettings'>,
  admin: { id: string },
  requested: InputOf<'changeReportReasons'>['body']['reasons'],
): Promise<OutputOf<'changeReportReasons'>> {
  const reasons = checkReasons(requested)
  await changeSite(services, admin, async (trx) => {
    // Locked, so that no new report uses a reason while it is deleted.
    await trx.selectFrom('report_reasons').select('id').orderBy('id').forUpdate().execute()
    const before = await listReportReasons(trx)
    const known = new Map(before.map((reason) => [reason.id, reason]))
    const unknown = reasons.find(({ id }) => id !== null && !known.has(id))
    if (unknown) refuse(`has no number ${unknown.id}`)
    const named = new Set(reasons.map(({ id }) => id))
    const leftOut = before.filter(({ id }) => !named.has(id))
    await storeReasons(trx, reasons, {
      deleted: leftOut.filter(({ isDeletable }) => isDeletable).map(({ id }) => id),
      hidden: leftOut.filter(({ isDeletable }) => !isDeletable).map(({ id }) => id),
    })
    const after = await listReportReasons(trx)
    if (after.length > limits.reportReasonsMax)
      refuse(
        `must be ${limits.reportReasonsMax} at most, with those that are hidden because reports name them`,
      )
    const change = { name: settingName, before: loggedAs(before), after: loggedAs(after) }
    if (JSON.stringify(change.before) === JSON.stringify(change.after)) return []
    return recordSettingChanges(trx, [change], { by: admin.id })
  })
  return { reasons: await listReportReasons(services.db) }
}

const refuse = (reason: string): never => refuseExplained(errors.invalidSetting, `${settingName} ${reason}.`)

const title = { min: 1, max: limits.reportReasonTitleMaxLength, form: 'line' } as const
const description = { min: 0, max: limits.reportReasonDescriptionMaxLength, form: 'line' } as const

function checkReasons(requested: InputOf<'changeReportReasons'>['body']['reasons']): CheckedReason[] {
  if (requested.length > limits.reportReasonsMax) refuse(`must be ${limits.reportReasonsMax} at most`)
  const ids = requested.flatMap(({ id }) => (id === undefined ? [] : [id]))
  if (new Set(ids).size < ids.length) refuse('must not have a number twice')
  if (requested.every(({ isHidden }) => isHidden)) refuse('must offer at least one')
  return requested.map((reason, index) => ({
    id: reason.id ?? null,
    title: checkPart('title', title, reason.title),
    description: checkPart('description', description, reason.description ?? '') || null,
    isHidden: reason.isHidden ?? false,
    position: index + 1,
  }))
}

function checkPart(part: string, bounds: Pick<TextSetting, 'min' | 'max' | 'form'>, value: string): string {
  try {
    const definition = {
      ...bounds,
      type: 'text',
      group: 'content',
      label: '',
      meaning: '',
      default: '',
    } as const
    return String(checkSetting(definition, value))
  } catch (reason) {
    return refuse(`has a ${part} that ${String(reason)}`)
  }
}

async function storeReasons(
  trx: Db,
  reasons: readonly CheckedReason[],
  { deleted, hidden }: { deleted: readonly number[]; hidden: readonly number[] },
): Promise<void> {
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(reasons)}::jsonb)
        as reason (id integer, title text, description text, "isHidden" boolean, position integer)
    ), changed as (
      update report_reasons set title = given.title, description = given.description, is_hidden = given."isHidden",
        position = given.position
      from given where report_reasons.id = given.id
    ), hidden as (
      update report_reasons set is_hidden = true where id = any(${hidden}::integer[])
    ), deleted as (
      delete from report_reasons where id = any(${deleted}::integer[])
    )
    insert into report_reasons (title, description, is_hidden, position)
    select title, description, "isHidden", position from given where id is null order by position`.execute(
    trx,
  )
}

/** Their format in the log. */
const loggedAs = (reasons: readonly EditedReportReason[]): string[] =>
  reasons.map(
    ({ title, description, isHidden }) =>
      `${title}${description ? ` (${description})` : ''}${isHidden ? ' [hidden]' : ''}`,
  )
