import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import { isKeyOf } from '../../../contract/objects.ts'
import { otherSpellings, type StaticPageName, staticPages } from '../../../contract/staticPages.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/database/connection.ts'
import { errorCode } from '../../platform/errors.ts'
import { Refused } from '../../platform/http/refused.ts'
import { type RenderedPage, renderStaticPage } from '../../platform/markdown/page.ts'
import type { Services } from '../api/route.ts'
import { fillIn } from './fillIn.ts'

const files = import.meta.glob<string>('./texts/*.md', { query: '?raw', import: 'default', eager: true })

/**
 * A static page: the operator's text, `pages/NAME.md` in the data directory, else what an admin has saved last, else the
 * built-in one. A changed file is shown after `GUEST_CACHE_SECONDS` at the latest.
 *
 * @param slug the last segment of the page's path, or another spelling of it.
 * @throws Refused with `page_not_found` for any other slug.
 */
export async function getStaticPage(
  { db, config, settings, orders }: Pick<Services, 'db' | 'config' | 'settings' | 'orders'>,
  slug: string,
): Promise<OutputOf<'getStaticPage'>> {
  const name = parsePageName(slug)
  const { page } = await orders.get(`staticPages ${name}`, {
    read: async () => {
      const text = await getSource({ db, config }, name)
      const page = { name, ...(await renderText({ db, config, settings }, text)) }
      return { page, bytes: page.html.length }
    },
  })
  return page
}

/** @throws Refused with `page_not_found`. */
export function parsePageName(slug: string): StaticPageName {
  const name = isKeyOf(otherSpellings, slug) ? otherSpellings[slug] : staticPages.find((one) => one === slug)
  if (!name) throw new Refused(errors.staticPageNotFound)
  return name
}

/** The text that comes with the program. */
export const originalText = (name: StaticPageName): string => files[`./texts/${name}.md`] ?? ''

/** The text that a page is made from. */
const getSource = async ({ db, config }: Pick<Services, 'db' | 'config'>, name: StaticPageName) =>
  (await findOperatorText(config, name)) ?? (await findSavedText(db, name)) ?? originalText(name)

/** The Markdown of a page, filled in with what the site is now. */
export const getFilledText = async (
  services: Pick<Services, 'db' | 'config' | 'settings'>,
  name: StaticPageName,
): Promise<string> => fillInText(services, await getSource(services, name))

/** Communities about a site that has not named its own. */
const specifiedCommunities = ['DiscoApp', 'Diskette', 'DiscuitMeta', 'DiscuitSuggestions']

async function fillInText(
  { db, config, settings }: Pick<Services, 'db' | 'config' | 'settings'>,
  text: string,
): Promise<string> {
  const communities = await listExistingNames(
    db,
    settings.aboutCommunities.length > 0 ? settings.aboutCommunities : specifiedCommunities,
  )
  return fillIn(text, { config, settings, communities })
}

/** A text as a page shows it. */
export async function renderText(
  services: Pick<Services, 'db' | 'config' | 'settings'>,
  text: string,
): Promise<RenderedPage> {
  const { siteName } = services.settings
  const { siteUrl, formerHosts } = services.config
  return renderStaticPage(await fillInText(services, text), { siteName, siteUrl, formerHosts })
}

/** The last saved text; null for the text of the program. */
async function findSavedText(db: Db, name: StaticPageName): Promise<string | null> {
  const version = await db
    .selectFrom('static_page_versions')
    .where('page', '=', name)
    .select('text')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return version?.text ?? null
}

/** The current names of the communities that have or had these names, in the same order. */
async function listExistingNames(db: Db, names: readonly string[]): Promise<string[]> {
  const keys = names.map((name) => name.toLowerCase())
  const { rows } = await sql<{ name: string }>`
    select name from communities
    join unnest(${keys}::text[]) with ordinality as requested (key, place) on communities.id = community_named(key)
    where deleted_at is null group by communities.id order by min(place)`.execute(db)
  return rows.map(({ name }) => name)
}

/** The path of the operator's text within the data directory. */
export const operatorFile = (name: StaticPageName): string => `pages/${name}.md`

/** The text of the operator; null if there is no such file. */
export async function findOperatorText({ dataDir }: Config, name: StaticPageName): Promise<string | null> {
  try {
    return await readFile(join(dataDir, operatorFile(name)), 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}
