import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Services } from '../../core/api/route.ts'
import { changeSite } from '../../core/moderationLog/changeSite.ts'
import { recordSettingChanges } from '../../core/settings/store.ts'
import {
  findOperatorText,
  operatorFile,
  originalText,
  parsePageName,
  renderText,
} from '../../core/staticPages/read.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseNumberCursor } from '../../platform/http/cursor.ts'
import { Refused } from '../../platform/http/refused.ts'

/** The text of a page for editing. @throws Refused with `page_not_found`. */
export async function getStaticPageText(
  { db, config }: Pick<Services, 'db' | 'config'>,
  slug: string,
): Promise<OutputOf<'getStaticPageText'>> {
  const name = parsePageName(slug)
  const [ofOperator, last] = await Promise.all([
    findOperatorText(config, name),
    lastVersion(db, name).executeTakeFirst(),
  ])
  const saved = last?.text ?? null
  return {
    name,
    text: ofOperator ?? saved ?? originalText(name),
    isOriginal: ofOperator === null && saved === null,
    lockedBy: ofOperator === null ? null : operatorFile(name),
    version: last?.id ?? null,
  }
}

const lastVersion = (db: Db, name: string) =>
  db
    .selectFrom('static_page_versions')
    .where('page', '=', name)
    .select(['id', 'text'])
    .orderBy('id', 'desc')
    .limit(1)

/** @throws Refused with `page_too_long`. */
function checkLength(text: string): string {
  if (text.length > limits.staticPageMaxLength) throw new Refused(errors.staticPageTooLong)
  return text
}

/**
 * Saves a text of a page. When it returns, this process shows it; the others do within a second.
 *
 * @param change.text null for the text that comes with the program.
 * @param change.basedOn the version that was edited; null for none.
 * @throws Refused with `page_not_found`, `page_too_long`, `page_locked` or `page_changed`.
 */
export async function changeStaticPage(
  services: Pick<Services, 'db' | 'config' | 'liveSettings'>,
  admin: { id: string },
  { slug, ...change }: { slug: string; text: string | null; basedOn: string | null },
): Promise<OutputOf<'changeStaticPage'>> {
  const name = parsePageName(slug)
  const text = change.text === null ? null : checkLength(change.text.replace(/\r\n?/g, '\n'))
  if ((await findOperatorText(services.config, name)) !== null) throw new Refused(errors.staticPageLocked)
  await changeSite(services, admin, async (trx) => {
    const last = await lastVersion(trx, name).executeTakeFirst()
    if ((last?.id ?? null) !== change.basedOn) throw new Refused(errors.staticPageChanged)
    if ((last?.text ?? null) === text) return []
    const { id } = await trx
      .insertInto('static_page_versions')
      .values({ page: name, text, changed_by: admin.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const words = (version: { id: string; text: string | null } | undefined) =>
      version && version.text !== null ? `version ${version.id}` : null
    // If both were null, nothing would have changed, so one of them is not.
    return recordSettingChanges(
      trx,
      [{ name: `page ${name}`, before: words(last), after: words({ id, text }) }],
      { by: admin.id },
    )
  })
  return getStaticPageText(services, name)
}

/** A text as its page would show it. @throws Refused with `page_not_found` or `page_too_long`. */
export async function previewStaticPage(
  services: Pick<Services, 'db' | 'config' | 'settings'>,
  { slug, text }: { slug: string; text: string },
): Promise<OutputOf<'previewStaticPage'>> {
  parsePageName(slug)
  const { title, html } = await renderText(services, checkLength(text))
  return { title, html }
}

/** The saved versions of a page, the latest first. @throws Refused with `page_not_found` or `invalid_cursor`. */
export async function listStaticPageVersions(
  db: Db,
  { slug, next }: { slug: string; next: string | undefined },
): Promise<OutputOf<'listStaticPageVersions'>> {
  const name = parsePageName(slug)
  const from = parseNumberCursor(next)
  const rows = await db
    .selectFrom('static_page_versions')
    .leftJoin('users', 'users.id', 'changed_by')
    .where('page', '=', name)
    .$if(from !== null, (q) => q.where('static_page_versions.id', '<=', from))
    .select(['static_page_versions.id', 'text', 'changed_at as changedAt', 'username as changedBy'])
    .orderBy('static_page_versions.id', 'desc')
    .limit(limits.staticPageVersionsPerPage + 1)
    .execute()
  return {
    versions: rows
      .slice(0, limits.staticPageVersionsPerPage)
      .map(({ changedAt, ...version }) => ({ ...version, changedAt: changedAt.toISOString() })),
    next: rows[limits.staticPageVersionsPerPage]?.id ?? null,
  }
}
