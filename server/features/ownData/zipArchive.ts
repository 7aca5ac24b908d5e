import { once } from 'node:events'
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
  readonly db: Db
  readonly files: FileStore
  /** Where the links of pages lead; null and undefined: nowhere. */
  readonly site: URL | null | undefined
}

/** While a slow disk is written to, the database waits. */
const timeoutMs = 10 * 60_000

/**
 * Writes a zip with everything of a member: `index.html` with pages, `data.json`, and the originals of their pictures. All texts are of
 * one snapshot of the database. All of it is streamed, one file of the zip after the other, so memory does not grow with the archive.
 * Zips over 4 GiB are ZIP64.
 *
 * @param to.path of a file that does not exist yet.
 * @returns the size of the zip in bytes.
 */
export async function zipArchive(
  sources: Sources,
  userId: string,
  to: { readonly path: string; readonly signal: AbortSignal },
): Promise<number> {
  const zip = new ZipFile()
  const file = createWriteStream(to.path, { flags: 'wx', mode: 0o600 })
  // A failure of either side ends the other, which would wait for it.
  const failed = new AbortController()
  const signal = AbortSignal.any([to.signal, failed.signal])
  const endBoth = (error: unknown) => failed.abort(error)
  zip.on('error', endBoth)
  const filled = addAll(sources, userId, addingTo(zip, signal)).then(() => zip.end())
  const written = pipeline(zip.outputStream, file, { signal })
  // The first failure is the reason; nothing of this still runs when it is thrown.
  await Promise.all([filled.catch(endBoth), written.catch(endBoth)])
  failed.signal.throwIfAborted()
  return file.bytesWritten
}

/** Adds a file to the zip. @returns when it is read. */
type Add = (name: string, content: Readable, options?: { compress?: boolean }) => Promise<void>

const addingTo =
  (zip: ZipFile, signal: AbortSignal): Add =>
  async (name, content, options = {}) => {
    zip.addReadStream(content, name, options)
    try {
      await finished(content, { writable: false, signal })
    } catch (error) {
      content.destroy()
      // Until then, what makes the content may use the database.
      if (!content.closed) await once(content, 'close')
      throw error
    }
  }

/** Lets go of the text once it is read: the zip keeps the streams of all its files until its end. */
function streamOf(text: string): Readable {
  let rest: string | null = text
  return new Readable({
    read() {
      const next = rest
      rest = null
      this.push(next)
    },
  })
}

async function addAll({ db, files, site }: Sources, userId: string, add: Add): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`select set_config('statement_timeout', ${timeoutMs}::text, true),
        set_config('idle_in_transaction_session_timeout', ${timeoutMs}::text, true)`.execute(trx)
      await addTexts({ trx, site }, userId, add)
    })
  await addPictures({ db, files }, userId, add)
}

async function addTexts(
  { trx, site }: Pick<Sources, 'site'> & { trx: Db },
  userId: string,
  add: Add,
): Promise<void> {
  await add('data.json', Readable.from(archiveText(trx, userId)))
  const counts: Record<string, number> = {}
  for (const [name, query] of Object.entries(sections)) {
    let number = 0
    let page = 0
    // A page is written when it is known whether another one follows.
    let shown: unknown[] | null = null
    const write = async (items: unknown[], isLast: boolean) => {
      page += 1
      await add(`pages/${name}-${page}.html`, streamOf(sectionPage({ name, page, isLast, items, site })))
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
  const fields = rows[0] ? JSON.parse(itemOf(rows[0])) : {}
  await add('index.html', streamOf(indexPage({ account: fields, counts, site })))
  await add('style.css', streamOf(style))
}

/** The originals as they are stored. JPEG cannot be compressed further. */
async function addPictures({ db, files }: Omit<Sources, 'site'>, userId: string, add: Add): Promise<void> {
  let after = '0'
  for (;;) {
    const images = await db
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
