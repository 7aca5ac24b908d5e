import { createReadStream, existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { signal, startBackedUpForum, started } from '../../../tests/support/backedUpForum.ts'
import { ArchiveUnreadable } from '../../platform/archive/format.ts'
import { type BackupReader, readBackup } from './read.ts'
import { checkNotRestoring, restoreBackup } from './restore.ts'

const { backUp, emptyPlace, forum } = await startBackedUpForum()

/** Reads a backup without a database. */
const takesEverything: BackupReader = {
  begin: async () => {},
  startRows: async () => {
    let rows = 0
    return {
      write: async (chunk) => {
        rows += chunk.toString('latin1').split('\n').length - 1
      },
      end: async () => rows,
    }
  },
  async image(_place, content) {
    for await (const _chunk of content);
  },
}

/** Whether two compressed files have the same content. */
function isSameContent(one: Buffer, other: Buffer): boolean {
  try {
    return gunzipSync(one).equals(gunzipSync(other))
  } catch {
    return false
  }
}

describe('a damaged backup', () => {
  const refusalOf = async (bytes: Buffer, passphrase = '') => {
    const place = await emptyPlace()
    const refusal = await place.restore(Readable.from([bytes], { objectMode: false }), { passphrase }).then(
      () => 'restored',
      (error: Error) => `${error.constructor.name}: ${error.message}`,
    )
    expect(await place.content()).toEqual([])
    await place.store.drop()
    return refusal
  }

  it.each([[''], ['correct horse']])(
    'is noticed with a flipped bit anywhere, and cut off anywhere (passphrase %j)',
    async (passphrase) => {
      const { path } = await backUp({ passphrase })
      const sound = await readFile(path)
      const read = (bytes: Buffer) =>
        readBackup(Readable.from([bytes], { objectMode: false }), async () => passphrase, takesEverything)
      await read(sound)
      for (let share = 0; share < 1; share += passphrase ? 0.45 : 0.07) {
        const at = Math.floor(sound.length * share)
        const flipped = Buffer.from(sound)
        flipped[at] = (flipped[at] ?? 0) ^ 4
        // Some bits of a compressed file mean nothing; the rows are the same without them.
        if (!passphrase && isSameContent(flipped, sound)) continue
        await expect(read(flipped), `flipped at ${at}`).rejects.toBeInstanceOf(ArchiveUnreadable)
        await expect(read(sound.subarray(0, at)), `cut at ${at}`).rejects.toBeInstanceOf(ArchiveUnreadable)
      }
      await expect(read(sound.subarray(0, -1))).rejects.toBeInstanceOf(ArchiveUnreadable)
    },
  )

  it('is refused if rows were exchanged, even if all checksums of the container are right', async () => {
    const { path } = await backUp()
    const tar = gunzipSync(await readFile(path))
    const at = tar.indexOf('A reply to it')
    tar.write('A reply of me', at)
    expect(await refusalOf(gzipSync(tar, { level: 1 }))).toBe(
      'ArchiveUnreadable: The backup is damaged (tables/comments differs from its summary).',
    )
  })

  it('is refused if the database finds the damage', async () => {
    const { path } = await backUp()
    const tar = gunzipSync(await readFile(path))
    tar[tar.indexOf('A reply to it')] = 0xff
    expect(await refusalOf(gzipSync(tar, { level: 1 }))).toMatch(
      /^ArchiveUnreadable: The backup is damaged \(invalid byte sequence/,
    )
  })

  it('leaves nothing behind when it is damaged or truncated near its end', {
    tags: ['long'],
  }, async () => {
    const { path } = await backUp()
    const sound = await readFile(path)
    const flipped = Buffer.from(sound)
    const at = Math.floor(sound.length * 0.98)
    flipped[at] = (flipped[at] ?? 0) ^ 4
    expect(await refusalOf(flipped)).toMatch(/^ArchiveUnreadable: The backup is damaged/)
    expect(await refusalOf(sound.subarray(0, at))).toBe(
      'ArchiveUnreadable: The backup is cut off: its end is missing.',
    )
  })

  it('is refused when it is another file, or empty', async () => {
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('a'),
      Buffer.from('SQL dump '.repeat(50)),
      gzipSync('x'),
    ])
      expect(await refusalOf(bytes)).toMatch(
        /^ArchiveUnreadable: (The file is not a backup|The backup is cut off)/,
      )
  })

  it('is refused with a wrong passphrase', async () => {
    const { path } = await backUp({ passphrase: 'correct horse' })
    const bytes = await readFile(path)
    expect(await refusalOf(bytes, 'battery staple')).toBe('ArchiveUnreadable: The passphrase is wrong.')
    expect(bytes.includes('rio')).toBe(false)
  })

  it('is refused when it comes from a newer version', async () => {
    const place = await forum.db
      .insertInto('kysely_migration' as never)
      .values({ name: '9999_future', timestamp: '' } as never)
      .execute()
      .then(() => backUp())
      .finally(() => sql`delete from kysely_migration where name = '9999_future'`.execute(forum.db))
    expect(await refusalOf(await readFile(place.path))).toContain('made by a newer version of Folkmoot')
  })
})

describe('a restore', () => {
  it('is refused if the target is not empty, and changes nothing there', async () => {
    const { path } = await backUp()
    const place = await emptyPlace()
    await place.restore(createReadStream(path))
    const before = await place.content()
    await expect(place.restore(createReadStream(path))).rejects.toThrow('The database is not empty')
    expect(await place.content()).toEqual(before)
    await place.store.drop()
    const other = await emptyPlace()
    await expect(
      restoreBackup(
        {
          connection: other.store.connection,
          config: { ...forum.config, dataDir: place.dataDir },
          files: forum.files,
        },
        { bytes: createReadStream(path), askPassphrase: async () => '', signal, onProgress: () => {} },
      ),
    ).rejects.toThrow('is not empty')
    expect(await other.content()).toEqual([])
    await other.store.drop()
  })

  it('is recognized after a kill by the next start, and can be repeated', { tags: ['long'] }, async () => {
    const { path } = await backUp()
    const place = await emptyPlace()
    const client = new pg.Client(place.store.connection)
    await client.connect()
    // The state after a kill: the marker, some images that were already moved, and an empty database.
    const image = join(place.dataDir, 'images', '001')
    await place.restore(
      createReadStream(path).once('end', () => {}),
      {
        onProgress: () => {},
      },
    )
    await client.query(
      'drop schema public cascade; create schema public; drop schema graphile_worker cascade',
    )
    await writeFile(join(place.dataDir, 'restore.json'), '{}')
    expect(existsSync(image)).toBe(true)
    await expect(checkNotRestoring(client, { dataDir: place.dataDir })).rejects.toThrow('was interrupted')
    await place.restore(createReadStream(path))
    await checkNotRestoring(client, { dataDir: place.dataDir })
    await client.end()
    const restored = await started(place)
    expect((await restored.app.inject('/api/users/rio')).statusCode).toBe(200)
    await restored.close()
  })
})
