import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { OutputOf } from '../../contract/endpoints/index.ts'
import { errors } from '../../contract/errors.ts'
import { otherSpellings, type StaticPageName, staticPages } from '../../contract/staticPages.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/connection.ts'
import { Refused } from '../http/refused.ts'
import { isKeyOf, type Services } from '../http/route.ts'
import { fillIn } from './fillIn.ts'
import { renderStaticPage } from './render.ts'

const files = import.meta.glob<string>('./texts/*.md', { query: '?raw', import: 'default', eager: true })

/**
 * A static page: the owner's own text, `pages/NAME.md` in the data directory, or the one that comes with the program. An
 * edited file shows within the moment that answers are kept for.
 *
 * @param word the last part of the page's address, also in another spelling.
 * @throws Refused with `page_not_found` for any other word.
 */
export async function getStaticPage(
  { db, config, shared }: Pick<Services, 'db' | 'config' | 'shared'>,
  word: string,
): Promise<OutputOf<'getStaticPage'>> {
  const name = isKeyOf(otherSpellings, word) ? otherSpellings[word] : staticPages.find((one) => one === word)
  if (!name) throw new Refused(errors.staticPageNotFound)
  return shared.get(`staticPages ${name}`, async () => {
    const text = (await findOwnText(config, name)) ?? files[`./texts/${name}.md`] ?? ''
    const communities = await readNames(db, config.aboutCommunities)
    return { name, ...renderStaticPage(fillIn(text, { ...config, communities }), config) }
  })
}

/** Which of these communities there are, in this order, as they spell themselves. */
async function readNames(db: Db, wanted: readonly string[]): Promise<string[]> {
  const keys = wanted.map((name) => name.toLowerCase())
  const { rows } = await sql<{ name: string }>`
    select name from communities where name_key = any(${keys}::text[]) and deleted_at is null
    order by array_position(${keys}::text[], name_key)`.execute(db)
  return rows.map(({ name }) => name)
}

async function findOwnText({ dataDir }: Config, name: StaticPageName): Promise<string | null> {
  try {
    return await readFile(join(dataDir, 'pages', `${name}.md`), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
