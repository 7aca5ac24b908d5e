import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import { otherSpellings, type StaticPageName, staticPages } from '../../../contract/staticPages.ts'
import type { Config } from '../../config.ts'
import { isKeyOf, type Services } from '../../core/api/route.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { renderStaticPage } from '../../platform/markdown/page.ts'
import { fillIn } from './fillIn.ts'

const files = import.meta.glob<string>('./texts/*.md', { query: '?raw', import: 'default', eager: true })

/**
 * A static page: the operator's text, `pages/NAME.md` in the data directory, or else the built-in one. A changed file
 * is shown after `GUEST_CACHE_SECONDS` at the latest.
 *
 * @param slug the last segment of the page's path, or another spelling of it.
 * @throws Refused with `page_not_found` for any other slug.
 */
export async function getStaticPage(
  { db, config, settings, reads }: Pick<Services, 'db' | 'config' | 'settings' | 'reads'>,
  slug: string,
): Promise<OutputOf<'getStaticPage'>> {
  const name = isKeyOf(otherSpellings, slug) ? otherSpellings[slug] : staticPages.find((one) => one === slug)
  if (!name) throw new Refused(errors.staticPageNotFound)
  const { page } = await reads.get(`staticPages ${name}`, {
    read: async () => {
      const text = (await findOperatorText(config, name)) ?? files[`./texts/${name}.md`] ?? ''
      const communities = await listExistingNames(db, settings.aboutCommunities)
      const site = { ...settings, siteUrl: config.siteUrl }
      const page = { name, ...renderStaticPage(fillIn(text, { ...site, communities }), site) }
      return { page, bytes: page.html.length }
    },
  })
  return page
}

/** The existing communities among `names`, in the same order, with the spelling of the community. */
async function listExistingNames(db: Db, names: readonly string[]): Promise<string[]> {
  const keys = names.map((name) => name.toLowerCase())
  const rows = await db
    .selectFrom('communities')
    .select('name')
    .where('name_key', '=', sql<string>`any(${keys}::text[])`)
    .where('deleted_at', 'is', null)
    .orderBy(sql`array_position(${keys}::text[], name_key)`)
    .execute()
  return rows.map(({ name }) => name)
}

async function findOperatorText({ dataDir }: Config, name: StaticPageName): Promise<string | null> {
  try {
    return await readFile(join(dataDir, 'pages', `${name}.md`), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
