import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { ZipFile } from 'yazl'
import { originalPath } from '../../core/images/paths.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { FileStore } from '../../platform/storage/store.ts'
import { archiveText, batchesOf, itemOf, rowsPerBatch } from './archive.ts'
import { indexPage, sectionPage, style } from './archivePages.ts'
import { account, sections } from './sections.ts'

interface Sources {
  /** A `repeatable read` transaction, which gives all parts the same snapshot. */
  readonly trx: Db
  readonly files: FileStore
  /** Where the links of pages lead; null and undefined: nowhere. */
  readonly site: URL | null | undefined
}

/**
 * Writes a zip with everything of a member: `index.html` with pages, `data.json`, and the originals of their pictures. All of it is
 * streamed, one file of the zip after the other, so memory does not grow with the archive. Zips over 4 GiB are ZIP64.
 *
 * @returns the size of the zip in bytes.
 */
export async function zipArchive(
  sources: Sources,
  userId: string,
  to: { readonly path: string; readonly signal: AbortSignal },
): Promise<number> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  const file = createWriteStream(to.path, { flags: 'wx', mode: 0o600 })
  const add: Add = async (name, content, options = {}) => {
    const stream = content instanceof Readable ? content : Readable.from(content)
    zip.addReadStream(stream, name, options)
    // A failure of the content would end nothing else.
    await finished(stream, { writable: false, signal: to.signal }).catch((error) => {
      stream.destroy()
      output.destroy(error)
      throw error
    })
  }
  const filled = addAll(sources, userId, add).then(() => zip.end())
  await Promise.all([filled, pipeline(output, file, { signal: to.signal })])
  return file.bytesWritten
}

/** Adds a file to the zip. @returns when it is written. */
type Add = (
  name: string,
  content: Readable | Iterable<string> | AsyncIterable<string>,
  options?: { compress?: boolean },
) => Promise<void>

async function addAll({ trx, files, site }: Sources, userId: string, add: Add): Promise<void> {
  await add('data.json', archiveText(trx, userId))
  const counts: Record<string, number> = {}
  for (const [name, query] of Object.entries(sections)) {
    let number = 0
    let page = 0
    // A page is written when it is known whether another one follows.
    let shown: unknown[] | null = null
    const write = async (items: unknown[], isLast: boolean) => {
      page += 1
      await add(`pages/${name}-${page}.html`, [sectionPage({ name, page, isLast, items, site })])
    }
    for await (const items of batchesOf(trx, query(userId))) {
      if (shown) await write(shown, false)
      shown = items.map((item): unknown => JSON.parse(item))
      number += items.length
    }
    if (shown) await write(shown, true)
    counts[name] = number
  }
  const { rows } = await sql`${account(userId)}`.execute(trx)
  await add('index.html', [indexPage({ account: rows[0] ? JSON.parse(itemOf(rows[0])) : {}, counts, site })])
  await add('style.css', [style])
  await addPictures({ trx, files }, userId, add)
}

/** The originals as they are stored. JPEG cannot be compressed further. */
async function addPictures({ trx, files }: Omit<Sources, 'site'>, userId: string, add: Add): Promise<void> {
  let after = '0'
  for (;;) {
    const images = await trx
      .selectFrom('images')
      .where('uploader_id', '=', userId)
      .where('stored_at', 'is not', null)
      .where('deleted_at', 'is', null)
      .where('id', '>', after)
      .select(['id', 'secret', 'format'])
      .orderBy('id')
      .limit(rowsPerBatch)
      .execute()
    for (const image of images) {
      // One that was deleted meanwhile is missing.
      const file = await files.open(originalPath(image))
      if (file) await add(`pictures/${image.id}.${image.format}`, file.content, { compress: false })
      after = image.id
    }
    if (images.length < rowsPerBatch) return
  }
}
