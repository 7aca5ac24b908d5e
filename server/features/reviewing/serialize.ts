import type { HeldItem, OwnHeldItem } from '../../../contract/entities/held.ts'
import { heldHours } from '../../../contract/limitValues.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { imageView } from '../../core/images/serialize.ts'
import { withIds, withLinkRel } from '../../platform/markdown/links.ts'
import { renderMarkdown } from '../../platform/markdown/render.ts'
import type { HeldItemsRow } from './heldItems.sql.ts'
import type { OwnHeldItemsRow } from './ownHeldItems.sql.ts'
import { undecidedFor } from './undecided.ts'

const decidedBy = (createdAt: Date) => new Date(createdAt.getTime() + heldHours * 3_600_000).toISOString()

/** A text as it would be shown, null for none. */
const html = (text: string | null | undefined, { siteHosts, followsLinks }: ViewAs, key: string) =>
  text ? withIds(withLinkRel(renderMarkdown(text, { siteHosts }), { isFollowed: followsLinks }), key) : null

function heldView(row: HeldItemsRow | OwnHeldItemsRow, to: ViewAs) {
  const { sent } = row
  const captions = new Map(
    (sent.images ?? sent.attachments ?? []).map(({ imageId, caption }) => [imageId, caption]),
  )
  return {
    id: Number(row.id),
    kind: row.kind,
    communityId: row.community_id,
    communityName: row.community_name,
    post:
      row.post_id !== null && row.public_id !== null
        ? { id: row.post_id, publicId: row.public_id, title: row.post_title ?? '' }
        : null,
    commentId: row.comment_id,
    type: sent.type ?? null,
    title: sent.title ?? null,
    body: sent.body ?? null,
    bodyHtml: html(sent.body, to, `held${row.id}`),
    link: sent.url ?? null,
    images: row.images.map((image) =>
      imageView({ ...image, alt_text: captions.get(image.id) ?? image.alt_text }, 'post', { copies: true }),
    ),
    ...(sent.isMadeWithAi !== undefined && { isMadeWithAi: sent.isMadeWithAi }),
    createdAt: row.created_at.toISOString(),
  }
}

/** What waits, for moderators. */
export function heldItemView(row: HeldItemsRow, to: ViewAs): HeldItem {
  const { sent, author } = row
  const isEdit = row.kind === 'edit'
  return {
    ...heldView(row, to),
    titleBefore: isEdit && sent.title !== undefined ? row.post_title : null,
    bodyHtmlBefore: isEdit && sent.body !== undefined ? html(row.body_before, to, `before${row.id}`) : null,
    reasons: row.reasons.map(({ reason, name = null }) => ({ reason, name })),
    author: author && { ...author, createdAt: new Date(author.createdAt).toISOString() },
    decidedBy: decidedBy(row.created_at),
    undecided: undecidedFor(row.reasons, row.undecided),
  }
}

/** What waits or was refused, for its author. */
export const ownHeldItemView = (row: OwnHeldItemsRow, to: ViewAs): OwnHeldItem => ({
  ...heldView(row, to),
  decidedBy: row.outcome === null ? decidedBy(row.created_at) : null,
  outcome: row.outcome,
  reason: row.reason,
})
