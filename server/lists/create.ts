import { sql } from 'kysely'
import type { BodyOf } from '../../contract/endpoints/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints/index.ts'
import type { List } from '../../contract/entities/list.ts'
import { errors } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { type Db, isUniqueViolation } from '../database/connection.ts'
import { enforce, Refused } from '../http/refused.ts'
import type { Call } from '../http/route.ts'
import { createRefusal, listNameRefusal } from './policy.ts'
import { listLists, readListsQuery } from './read.ts'
import { readDescription, readDisplayName } from './texts.ts'

type CreateList = Endpoints['createList']

/**
 * Makes a list, which only its owner can do.
 *
 * @returns all lists of the owner, the new one among them.
 * @throws Refused in the order of the API contract 4.7; nothing is stored then.
 */
export async function createList(call: Call<CreateList>): Promise<List[]> {
  const { db, viewer, params, limiter, ip } = call
  const owner = await db
    .selectFrom('users')
    .select('id')
    .where('username_key', '=', params.username.toLowerCase())
    .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))
  enforce(createRefusal(viewer, owner))
  const wanted = readList(call.body)
  enforce(listNameRefusal(wanted.name))
  const query = readListsQuery(call.query)
  await limiter.take('listCreation', { ip, member: owner.id })
  await insertList(db, { ...wanted, ownerId: owner.id }).catch((error) => {
    throw isUniqueViolation(error) ? new Refused(errors.listExists) : error
  })
  return await listLists(db, params.username, query, owner)
}

const readList = ({ name, displayName, description, public: isPublic }: BodyOf<CreateList>) => ({
  name: name.trim(),
  displayName: readDisplayName(displayName) ?? name.trim(),
  description: readDescription(description),
  isPublic,
})

interface NewList extends ReturnType<typeof readList> {
  readonly ownerId: string
}

/** The account is locked before its lists are counted, so that two new ones at once see one another. */
const insertList = (db: Db, list: NewList) =>
  db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', list.ownerId).forNoKeyUpdate().execute()
    const { rows } = await sql`
      insert into lists (user_id, name, display_name, description, is_public)
      select ${list.ownerId}::bigint, ${list.name}, ${list.displayName}, ${list.description}, ${list.isPublic}::boolean
      where (select count(*) from lists where user_id = ${list.ownerId}) < ${sql.lit(limits.listsPerMemberMax)}
      returning id`.execute(trx)
    if (rows.length === 0) throw new Refused(errors.tooManyLists)
  })
