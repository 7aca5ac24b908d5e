import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OutputOf } from '../../contract/endpoints/index.ts'
import { errors } from '../../contract/errors.ts'
import { otherSpellings, type StaticPageName, staticPages } from '../../contract/staticPages.ts'
import type { Config } from '../config.ts'
import { Refused } from '../http/refused.ts'
import { isKeyOf } from '../http/route.ts'
import type { ShortCache } from '../http/shortCache.ts'
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
  { config, shared }: { config: Config; shared: ShortCache },
  word: string,
): Promise<OutputOf<'getStaticPage'>> {
  const name = isKeyOf(otherSpellings, word) ? otherSpellings[word] : staticPages.find((one) => one === word)
  if (!name) throw new Refused(errors.staticPageNotFound)
  return shared.get(`staticPages ${name}`, async () => {
    const text = (await findOwnText(config, name)) ?? files[`./texts/${name}.md`] ?? ''
    return { name, ...renderStaticPage(fillIn(text, config), config) }
  })
}

async function findOwnText({ dataDir }: Config, name: StaticPageName): Promise<string | null> {
  try {
    return await readFile(join(dataDir, 'pages', `${name}.md`), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
