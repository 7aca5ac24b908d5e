import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join, parse, sep } from 'node:path'
import type pg from 'pg'
import type { ImageUse } from '../../core/images/sizes.ts'
import { type ImageServices, storeImage } from '../../core/images/store.ts'
import { inTransaction } from '../../platform/database/longSession.ts'
import { Refused } from '../../platform/http/refused.ts'

export interface ImageOutcome {
  readonly copied: number
  /** Pictures whose file is not in the folder. */
  readonly missing: number
  /** Files that are no pictures, or broken, or too large. */
  readonly unusable: number
}

interface Target {
  readonly place: string
  readonly use: Exclude<ImageUse, 'logo'>
  readonly target_id: string
  readonly position: number | null
  readonly source_id: string
  readonly size: number | null
  readonly is_only_size: boolean
  readonly alt_text: string | null
  readonly uploader_id: string | null
}

/**
 * Lists what still lacks its picture, as `image_targets`: pictures of members and communities, of links and of posts. What a
 * member has changed since an earlier run is left alone.
 *
 * @returns how many there are.
 */
export async function planImages(client: pg.Client): Promise<number> {
  await client.query(`
    drop table if exists import_staging.image_targets;
    create unlogged table import_staging.image_targets as
    with sizes as (
      select size from import_staging.source_images where size is not null group by size having count(*) = 1),
    target as (
      select 'profile' as use, fresh.id as target_id, null::integer as position, source.pro_pic as source_id, fresh.id as uploader_id
      from import_staging.user_ids fresh join users using (id) join import_staging.source_users source on source.id = fresh.source_id
      where not fresh.is_erased and picture_id is null and users.deleted_at is null
      union all
      select 'icon', communities.id, null, source.pro_pic, creator_id from import_staging.communities fresh
      join communities using (id) join import_staging.source_communities source on source.id = fresh.source_name where icon_id is null
      union all
      select 'banner', communities.id, null, source.banner_image, creator_id from import_staging.communities fresh
      join communities using (id) join import_staging.source_communities source on source.id = fresh.source_name where banner_id is null
      union all
      select 'thumbnail', posts.id, null, source.link_image, null from import_staging.source_posts source
      join imported_posts known on known.source_id = source.id join posts on posts.id = known.post_id
      where posts.type = 'link' and link_image_id is null and content_deleted_at is null
      union all
      select 'post', posts.id,
        (row_number() over (partition by posts.id order by source.position, source.row_id) - 1)::integer, source.image_id, author_id
      from import_staging.source_post_images source
      join imported_posts known on known.source_id = source.post_id join posts on posts.id = known.post_id
      where posts.type = 'image' and content_deleted_at is null)
    select row_number() over (order by use, target_id, position) as place, target.*, images.size, images.alt_text,
      exists (select from sizes where sizes.size = images.size) as is_only_size
    from target left join import_staging.source_images images on images.id = target.source_id
    where target.source_id is not null and coalesce(position, 0) < 100
      and not (use = 'post' and exists (select from post_images
        where post_images.post_id = target_id and post_images.position = target.position));
    create unique index on import_staging.image_targets (place)`)
  const { rows } = await client.query<{ targets: string }>(
    'select count(*) as targets from import_staging.image_targets',
  )
  return Number(rows[0]?.targets)
}

const targetsPerQuery = 500

/**
 * Copies the pictures that `planImages` listed, each with its place in a transaction of its own, so that another run continues.
 *
 * @param folder the folder in which the old server kept them.
 * @throws the reason of the signal.
 */
export async function copyImages(
  client: pg.Client,
  services: ImageServices,
  { folder, signal, onProgress }: { folder: string; signal: AbortSignal; onProgress: (rows: number) => void },
): Promise<ImageOutcome> {
  const files = await findFiles(folder)
  const outcome = { copied: 0, missing: 0, unusable: 0 }
  for (let after = '0'; ; ) {
    const { rows } = await client.query<Target>(
      'select * from import_staging.image_targets where place > $1 order by place limit $2',
      [after, targetsPerQuery],
    )
    if (rows.length === 0) return outcome
    for (const target of rows) {
      signal.throwIfAborted()
      outcome[await copyImage(client, services, target, files.pathOf(target), signal)] += 1
      onProgress(outcome.copied + outcome.missing + outcome.unusable)
    }
    after = rows[rows.length - 1]?.place ?? after
  }
}

async function copyImage(
  client: pg.Client,
  services: ImageServices,
  target: Target,
  path: string | null,
  signal: AbortSignal,
): Promise<keyof ImageOutcome> {
  if (path === null) return 'missing'
  try {
    const { use, uploader_id: uploaderId } = target
    const { id } = await storeImage(services, { source: path, use, uploaderId })
    await inTransaction(client, signal, () =>
      client.query(
        `with requested as (select $1::bigint as image_id, $2::bigint as target_id, $3::smallint as position),
         placed as (${placing[target.use]})
         update images set is_used = true, alt_text = left($4, 1024) from placed where images.id = placed.image_id`,
        [id, target.target_id, target.position, target.alt_text || null],
      ),
    )
    return 'copied'
  } catch (error) {
    if (error instanceof Refused) return 'unusable'
    throw error
  }
}

const picture = (table: string, column: string, condition = 'true') => `
  update ${table} set ${column} = image_id from requested
  where ${table}.id = target_id and ${column} is null and ${condition} returning image_id`

/** SQL that puts the image of `wanted` where it belongs, if nothing is there. */
const placing: Record<Target['use'], string> = {
  profile: picture('users', 'picture_id', 'deleted_at is null'),
  icon: picture('communities', 'icon_id'),
  banner: picture('communities', 'banner_id'),
  thumbnail: picture('posts', 'link_image_id', 'content_deleted_at is null'),
  post: `
    insert into post_images (post_id, position, image_id)
    select posts.id, position, image_id from requested join posts on posts.id = target_id where content_deleted_at is null
    on conflict do nothing returning image_id`,
}

const hashLength = 40

/**
 * The files of a folder. The old server names a file by a SHA-1 hash and spreads the hash over folders, such as `ab/c/def….jpeg`. A file
 * whose name does not lead to a picture is still found where no other picture has its size.
 */
async function findFiles(folder: string) {
  const paths = new Map<string, string>()
  const all: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    all.push(path)
    const parts = [...entry.parentPath.split(sep), parse(entry.name).name]
    for (let key = ''; parts.length > 0 && key.length < hashLength; ) {
      key = `${parts.pop()}${key}`
      if (key.length === hashLength || key === parse(entry.name).name) paths.set(key.toLowerCase(), path)
    }
  }
  const named = new Set<string>()
  const bySize = new Map<number, string | null>()
  for (const path of all) {
    const { size } = await stat(path)
    bySize.set(size, bySize.has(size) ? null : path)
  }
  return {
    pathOf({ source_id: id, size, is_only_size: isOnlySize }: Target): string | null {
      const sha1 = (data: Buffer | string) => createHash('sha1').update(data).digest('hex')
      const key = [sha1(Buffer.from(id, 'hex')), sha1(id), id].find((one) => paths.has(one))
      if (key !== undefined) {
        const path = paths.get(key) ?? null
        if (path) named.add(path)
        return path
      }
      const path = size !== null && isOnlySize ? (bySize.get(size) ?? null) : null
      return path !== null && !named.has(path) ? path : null
    },
  }
}
