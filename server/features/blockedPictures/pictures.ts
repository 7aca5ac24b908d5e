import { sql } from 'kysely'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { hashPicture } from '../../core/images/hashPictures.ts'
import { hashOfHex, hexOfHash, isPlainHash, plainHash } from '../../core/images/pictureHash.ts'
import { type PlainLogEntry, recordActions } from '../../core/moderationLog/record.ts'
import { enforceAdmin } from '../../core/permissions/admin.ts'
import type { Db } from '../../platform/database/connection.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refused } from '../../platform/http/refused.ts'
import { cut } from '../../platform/http/text.ts'
import type { FileStore } from '../../platform/storage/store.ts'

/** The pictures that nobody may upload, the latest first. */
export async function listBlockedPictures(db: Db): Promise<OutputOf<'listBlockedPictures'>> {
  const { rows } = await sql<{ hash: string; note: string; added_at: Date; added_by: string | null }>`
    select hash::text, note, added_at, named(added_by) as added_by from blocked_pictures
    order by added_at desc, hash limit ${sql.lit(limits.blockedPicturesMax)}`.execute(db)
  return {
    pictures: rows.map(({ hash, note, added_at, added_by }) => ({
      hash: hexOfHash(hash),
      note,
      addedAt: added_at.toISOString(),
      addedBy: added_by,
    })),
  }
}

/**
 * Blocks pictures by their hashes, or all pictures of a post, and unblocks others. What is blocked already keeps its note.
 *
 * @returns how many of the given pictures are blocked now, and how many cannot be.
 *
 * @throws Refused with `post/not-found`, or `too-many-blocked-pictures` when the list would be too long.
 */
export async function changeBlockedPictures(
  { db, files }: { db: Db; files: FileStore },
  by: { id: string },
  change: {
    readonly block: readonly { readonly hash: string; readonly note: string }[]
    readonly unblock: readonly string[]
    readonly ofPost: string
  },
): Promise<OutputOf<'changeBlockedPictures'>> {
  const given = change.block.map(({ hash, note }) => ({
    hash: hashOfHex(hash),
    note: cut(note.trim(), limits.blockedPictureNoteMaxLength),
  }))
  const found = change.ofPost === '' ? [] : await picturesOfPost({ db, files }, change.ofPost)
  const wanted = [...given, ...found]
  const added = wanted.filter(({ hash }) => !isPlainHash(hash))
  return inTransaction(db, async (trx) => {
    await enforceAdmin(trx, by)
    const unblocked = await sql<BlockedRow>`
      delete from blocked_pictures where hash = any(${change.unblock.map(hashOfHex)}::bit(64)[])
      returning hash::text, note`.execute(trx)
    const blocked = await sql<BlockedRow>`
      insert into blocked_pictures (hash, note, added_by)
      select distinct on (hash) hash, note, ${by.id}::bigint
      from unnest(${added.map(({ hash }) => hash)}::bit(64)[], ${added.map(({ note }) => note)}::text[]) as added (hash, note)
      order by hash
      on conflict (hash) do nothing
      returning hash::text, note`.execute(trx)
    await recordActions(trx, [
      ...entryOf('unblock_pictures', by, unblocked.rows),
      ...entryOf('block_pictures', by, blocked.rows),
    ])
    const { count } = await trx
      .selectFrom('blocked_pictures')
      .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
      .executeTakeFirstOrThrow()
    if (count > limits.blockedPicturesMax) throw new Refused(errors.tooManyBlockedPictures)
    return { noBlocked: added.length, noSkipped: wanted.length - added.length }
  })
}

interface BlockedRow {
  readonly hash: string
  readonly note: string
}

/** The entry of the log about what has changed, if anything has; it names a picture that is the only one. */
function entryOf(
  action: 'block_pictures' | 'unblock_pictures',
  by: { id: string },
  rows: readonly BlockedRow[],
): PlainLogEntry[] {
  const [first] = rows
  if (!first) return []
  const reason = rows.length === 1 ? `${hexOfHash(first.hash)} ${first.note}` : null
  const details = { noPictures: rows.length }
  return [{ action, actor: by, actedAs: 'admins', communityId: null, reason, details }]
}

/**
 * The hash of each picture of a post, with the path of the post as the note. Hashes that are missing are made now; that of a file that
 * cannot be read counts as plain.
 */
async function picturesOfPost(
  services: { db: Db; files: FileStore },
  publicId: string,
): Promise<BlockedRow[]> {
  const { db } = services
  const post = await db
    .selectFrom('posts')
    .innerJoin('communities', 'communities.id', 'posts.community_id')
    .where('public_id', '=', publicId)
    .select(['posts.id', 'communities.name'])
    .executeTakeFirst()
  if (!post) throw new Refused(errors.postNotFound)
  const ofPost = db
    .selectFrom('post_images')
    .innerJoin('images', 'images.id', 'post_images.image_id')
    .where('post_images.post_id', '=', post.id)
  const missing = await ofPost
    .where('images.hash', 'is', null)
    .select(['images.id', 'images.secret'])
    .execute()
  for (const image of missing) await hashPicture(services, image)
  const rows = await ofPost.select(sql<string | null>`images.hash::text`.as('hash')).execute()
  const note = `/${post.name}/post/${publicId}`
  return rows.map(({ hash }) => ({ hash: hash ?? plainHash, note }))
}
