import { sql } from 'kysely'
import type { Post } from '../../contract/entities/post.ts'
import { limits } from '../../contract/limits.ts'
import type { Db } from '../database/connection.ts'
import { enforce } from '../http/refused.ts'
import { cut } from '../http/text.ts'
import type { Viewer } from '../http/viewer.ts'
import { excerptOf } from '../markdown/excerpt.ts'
import { rendererVersion, renderMarkdown } from '../markdown/render.ts'
import { editRefusal, titleRefusal } from './policy.ts'
import { getPostRow } from './read.ts'
import { postView, type ViewFor } from './view.ts'

/**
 * Replaces title and body, as far as they are given and differ; the body only of a text post whose content
 * is still there. Locked and deleted posts can be edited too.
 *
 * @returns the post as its author now sees it; unchanged, for anybody, when nothing would change.
 */
export async function editPost(
  db: Db,
  member: Viewer,
  edit: { publicId: string; title?: string; body?: string | null },
  to: ViewFor,
): Promise<Post> {
  const post = await getPostRow(db, edit.publicId, { viewerId: member.id, text: 'source' })
  const title = edit.title === undefined ? post.title : cut(edit.title.trim(), limits.titleMaxLength)
  const hasBody = post.type === 'text' && post.content_deleted_at === null
  const body =
    hasBody && edit.body !== undefined
      ? cut(edit.body?.trim() ?? '', limits.bodyMaxLength) || null
      : post.body
  if (title !== post.title || body !== post.body) {
    enforce(editRefusal(member, { authorId: post.author_id }))
    if (title !== post.title) enforce(titleRefusal(title))
    await db
      .updateTable('posts')
      .set({
        title,
        body,
        body_html: body && renderMarkdown(body, to.siteHost ? { siteHost: to.siteHost } : {}),
        body_renderer: rendererVersion,
        excerpt: body && excerptOf(body),
        edited_at: sql<Date>`now()`,
      })
      .where('id', '=', post.id)
      .execute()
  }
  return postView(await getPostRow(db, edit.publicId, { viewerId: member.id, text: to.text }), to)
}
