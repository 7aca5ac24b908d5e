import { sql } from 'kysely'
import type { BodyOf } from '../../../contract/endpoints/endpoint.ts'
import type { Endpoints } from '../../../contract/endpoints/index.ts'
import type { List } from '../../../contract/entities/list.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Call } from '../../core/api/route.ts'
import { createRefusal, listNameRefusal } from '../../core/lists/policy.ts'
import { listLists, parseListsQuery } from '../../core/lists/queries.ts'
import { type Db, isUniqueViolation } from '../../platform/database/connection.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { clientOf } from '../../platform/http/rateLimits.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { parseDescription, parseDisplayName } from './parseTexts.ts'

type CreateList = Endpoints['createList']

/**
 * Creates a list for the viewer.
 *
 * @returns all lists of the owner, the new one among them.
 * @throws Refused; nothing is stored then. The order of the checks is part of the contract of `createList`.
 */
export async function createList(call: Call<CreateList>): Promise<List[]> {
  const { db, viewer, params, limiter, ip } = call
  const owner = await db
    .selectFrom('users')
    .select('id')
    .where('username_key', '=', params.username.toLowerCase())
    .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))
  enforce(createRefusal(viewer, owner))
  const requested = parseNewList(call.body)
  enforce(listNameRefusal(requested.name))
  const query = parseListsQuery(call.query)
  await limiter.take('listCreation', clientOf(viewer, ip), { db })
  await insertList(db, { ...requested, ownerId: owner.id }).catch((error) => {
    throw isUniqueViolation(error) ? new Refused(errors.listExists) : error
  })
  return await listLists(db, params.username, query, owner)
}

const parseNewList = ({ name, displayName, description, public: isPublic }: BodyOf<CreateList>) => ({
  name: name.trim(),
  displayName: parseDisplayName(displayName) ?? name.trim(),
  description: parseDescription(description),
  isPublic,
})

interface NewList extends ReturnType<typeof parseNewList> {
  readonly ownerId: string
}

/** Locks the owner before counting their lists, so that two simultaneous requests cannot exceed the limit. */
const insertList = (db: Db, list: NewList) =>
  inTransaction(db, async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', list.ownerId).forNoKeyUpdate().execute()
    const { rows } = await sql`
      insert into lists (user_id, name, display_name, description, is_public)
      select ${list.ownerId}::bigint, ${list.name}, ${list.displayName}, ${list.description}, ${list.isPublic}::boolean
      where (select count(*) from lists where user_id = ${list.ownerId}) < ${sql.lit(limits.listsPerMemberMax)}
      returning id`.execute(trx)
    if (rows.length === 0) throw new Refused(errors.tooManyLists)
  })
