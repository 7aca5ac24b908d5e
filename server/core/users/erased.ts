import { sql } from 'kysely'
import { compiledOnce } from '../../platform/database/compiledOnce.ts'
import type { Db } from '../../platform/database/connection.ts'

const findErased = compiledOnce((db, username: string) =>
  db
    .selectFrom('erased_names')
    .innerJoin('users', 'users.id', 'erased_names.user_id')
    .where('hash', '=', sql<Buffer>`erased_name_hash(${username})`)
    .select('username_key as key'),
)

/**
 * The present name, in lower case, of an account whose member was erased: the former name is only known as a hash. Null where nobody of
 * this name was erased.
 */
export const presentNameOf = async (db: Db, username: string): Promise<string | null> =>
  (await findErased(db, username))[0]?.key ?? null
