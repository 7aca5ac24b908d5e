import { erasedText, type UserGroup } from '../../../contract/entities/schema.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { detachImages } from '../images/delete.ts'
import { blank as statement } from './blank.sql.ts'
import { type Content, idsOf } from './content.ts'
import { forgetTitleWords } from './forgetTitleWords.ts'

/** What `blankContents` has erased: texts, their earlier versions, and pictures. */
export interface Blanked {
  readonly texts: number
  readonly versions: number
  readonly pictures: number
}

const nothing: Blanked = { texts: 0, versions: 0, pictures: 0 }

/**
 * Empties posts and comments of one author for good, also those that were taken down before. They stay where they are; nothing is
 * recorded, and nobody is notified. The caller has locked them with `lockContent`. Doing it again changes nothing.
 *
 * @param by.as in which role the content of a post is deleted, where it was not deleted before.
 */
export async function blankContents(
  trx: Db,
  actor: { readonly id: string },
  contents: readonly Content[],
  by: { readonly as: UserGroup },
): Promise<Blanked> {
  const [first] = contents
  if (!first) return nothing
  const posts = idsOf('post', contents)
  const comments = idsOf('comment', contents)
  await forgetTitleWords(trx, posts)
  const row = await queryRow(trx, statement, {
    posts,
    comments,
    actorId: actor.id,
    actedAs: by.as,
    authorId: first.author_id,
    erasedText,
    erasedHtml: `<p>${erasedText}</p>\n`,
  })
  await detachImages(trx, { postIds: posts, commentIds: comments })
  return row ?? nothing
}
