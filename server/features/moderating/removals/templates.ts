import type { OutputOf } from '../../../../contract/endpoints/index.ts'
import type { RemovalTemplate } from '../../../../contract/entities/removal.ts'
import { errors } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import { listRules } from '../../../core/communities/rules.ts'
import { recordAction } from '../../../core/moderationLog/record.ts'
import { enforceModeration, lockModerated } from '../../../core/permissions/moderation.ts'
import type { Viewer } from '../../../core/sessions/viewer.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { parseId } from '../../../platform/http/ids.ts'
import { Refused } from '../../../platform/http/refused.ts'
import { parseText, parseTitle } from '../../../platform/http/text.ts'

type Reasons = OutputOf<'getRemovalReasons'>

/** Moderators choose by the rule alone: links in its description are not followed here. */
const noHosts: readonly string[] = []

async function findTemplates(db: Db, communityId: string): Promise<Omit<Reasons, 'rules'>> {
  const row = await db
    .selectFrom('communities')
    .leftJoin('removal_templates', 'removal_templates.community_id', 'communities.id')
    .where('communities.id', '=', communityId)
    .select(['templates', 'version', 'removal_reason_required'])
    .executeTakeFirst()
  return {
    templates: (row?.templates ?? []) as unknown as RemovalTemplate[],
    reasonRequired: row?.removal_reason_required ?? false,
    version: row?.version ?? 0,
  }
}

/**
 * The rules and templates of a community that moderators choose from for removals and bans.
 *
 * @throws Refused with `invalid_id`, `community/not-found` or `not_admin_nor_mod`.
 */
export async function getRemovalReasons(db: Db, viewer: Viewer, communityId: string): Promise<Reasons> {
  const id = parseId(communityId)
  await enforceModeration(db, viewer, id, ['content', 'members', 'rules'])
  const [rules, saved] = await Promise.all([listRules(db, id, noHosts), findTemplates(db, id)])
  return { rules, ...saved }
}

/**
 * Replaces all templates of a community, unless they have changed since the caller read them.
 *
 * @param given.version of the templates that the caller has read.
 * @throws Refused with `invalid_id`, `community/not-found`, `not_admin_nor_mod`, `invalid-template` or `templates-changed`.
 */
export async function saveRemovalTemplates(
  db: Db,
  viewer: Viewer,
  given: { communityId: string; version: number; templates: readonly RemovalTemplate[] },
): Promise<Reasons> {
  const communityId = parseId(given.communityId)
  return await db.transaction().execute(async (trx) => {
    // The lock of the community serializes concurrent saves.
    const actedAs = await lockModerated(trx, viewer, communityId, ['rules'])
    const templates = parseTemplates(given.templates)
    const before = await findTemplates(trx, communityId)
    const rules = await listRules(trx, communityId, noHosts)
    if (JSON.stringify(before.templates) === JSON.stringify(templates)) return { rules, ...before }
    if (before.version !== given.version) throw new Refused(errors.removalTemplatesChanged)
    const version = before.version + 1
    const stored = { templates: JSON.stringify(templates), version }
    await trx
      .insertInto('removal_templates')
      .values({ community_id: communityId, ...stored })
      .onConflict((conflict) => conflict.column('community_id').doUpdateSet(stored))
      .execute()
    await recordAction(trx, { action: 'edit_removal_templates', actor: viewer, actedAs, communityId })
    return { rules, ...before, templates, version }
  })
}

/** Trimmed and cut. @throws Refused with `invalid-template`. */
function parseTemplates(given: readonly RemovalTemplate[]): RemovalTemplate[] {
  const templates = given.map(({ for: use, name, text }) => ({
    // The first key, like in stored JSON; missing for removals, as in templates of older versions.
    ...(use === 'ban' && { for: use }),
    name: parseTitle(name, limits.removalTemplateNameMaxLength),
    text: parseText(text, limits.moderationReasonMaxLength),
  }))
  const names = new Set(
    templates.map((template) => `${template.for ?? 'removal'} ${template.name.toLowerCase()}`),
  )
  const isComplete = templates.every(({ name, text }) => name !== '' && text !== '')
  if (!isComplete || names.size < templates.length) throw new Refused(errors.invalidRemovalTemplate)
  return templates
}
