import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { startCommandLine } from '../../tests/support/commandLine.ts'
import { commentLine, submissionLine } from '../../tests/support/dump.ts'
import { eachInShares } from '../../tests/support/eachInShares.ts'
import { mysqldumpOf, referenceForum } from '../../tests/support/referenceDump.ts'
import { counters } from '../core/counters/counters.ts'

const { database, folder, folkmoot, newMember } = await startCommandLine()

describe('import and check', () => {
  it('imports files, prints a summary and leaves every counter correct', async () => {
    const file = join(folder, 'dump.ndjson')
    const lines = [
      submissionLine('p1'),
      submissionLine('p2', { is_self: false, selftext: '', url: 'nowhere' }),
      commentLine('c1', 'p1'),
      commentLine('c2', 'p1', 'c1'),
      commentLine('c3', 'p9'),
    ]
    writeFileSync(file, lines.join('\n'))
    const { exitCode, said } = await folkmoot(`import pushshift ${file}`)
    expect(exitCode).toBe(0)
    for (const line of [
      /^5 rows read in /,
      /^posts {8}2 created$/m,
      /^comments {5}2 created$/m,
      /^1 converted: a link without a valid URL$/m,
      /^1 rejected: parent not in the import$/m,
      /^The rejected lines are in .*dump\.ndjson\.rejects\.ndjson$/m,
    ])
      expect(said).toMatch(line)
    expect(JSON.parse(readFileSync(`${file}.rejects.ndjson`, 'utf8'))).toMatchObject({ line: 5 })
    // The tests above insert members without updating the counter.
    await folkmoot('check --fix')
    expect(await folkmoot('check')).toMatchObject({
      exitCode: 0,
      said: `All ${counters.length} counters are correct.`,
    })
  })

  it('rejects files that do not exist, and files that it would overwrite', async () => {
    const file = join(folder, 'mine.ndjson')
    writeFileSync(file, submissionLine('p3'))
    expect((await folkmoot(`import pushshift ${file}x`)).reported).toContain('cannot be read')
    expect((await folkmoot(`import pushshift --rejects ${file} ${file}`)).reported).toContain('--rejects')
    expect(readFileSync(file, 'utf8')).toBe(submissionLine('p3'))
  })

  it('imports the intact part of a broken file, reports it, and fails', async () => {
    const file = join(folder, 'broken.gz')
    writeFileSync(file, Buffer.from('1f8b0800000000000003', 'hex'))
    const { exitCode, said } = await folkmoot(`import pushshift ${file}`)
    expect(exitCode).toBe(1)
    expect(said).toContain('broken.gz is broken (unexpected end of file)')
  })

  it('shows what a dump of the reference has, imports it, and says what stays behind', async () => {
    const file = join(folder, 'reference.sql')
    writeFileSync(file, mysqldumpOf(referenceForum(`$2a$04$${'a'.repeat(53)}`)))
    const countMembers = () =>
      database.db
        .selectFrom('imported_users')
        .select(({ fn }) => fn.countAll<string>().as('members'))
        .executeTakeFirstOrThrow()
    const before = await countMembers()

    const tried = await folkmoot(`import reference --dry-run ${file}`)
    expect(tried.exitCode).toBe(0)
    // Five posts and five comments, with their texts.
    expect(tried.said.match(/^(?:post|comment) /gm)).toHaveLength(10)
    for (const line of [
      /^post in General by rio: A {2}text\n {2}It's "odd": /m,
      /^post in General by Ana: Post 31\n {2}https:\/\/example\.org\/%C3%BC\?a=1&b=2$/m,
      /^comment by Ana:\n {2}\(deleted\) removed by a moderator$/m,
      /^comments {13}8$/m,
      /^2 members can log in with the old password$/m,
      /^1 would be left out: users: no created_at$/m,
      /^- the table notifications \(1 row\)$/m,
    ])
      expect(tried.said).toMatch(line)
    expect(await countMembers()).toEqual(before)

    const { exitCode, said } = await folkmoot(`import reference ${file}`)
    expect(exitCode).toBe(0)
    for (const line of [
      /^members {6}5 created$/m,
      /^votes {8}5 created$/m,
      /^pictures {5}none copied; 6 are in the dump\. Repeat the command with --images FOLDER to copy them\.$/m,
      /^3 comments left out: no post or parent in the dump$/m,
      /^Admins: @rio(?:_2)?$/m,
      /^- sessions: everyone logs in again$/m,
    ])
      expect(said).toMatch(line)
    expect((await folkmoot(`import reference --images ${folder} ${file}`)).said).toMatch(
      /^pictures {5}0 copied\n6 pictures not found in the folder$/m,
    )
    expect((await folkmoot('check')).exitCode).toBe(0)
  })

  it('says of a dump that is broken or unknown why, and that nothing was imported', async () => {
    const whole = mysqldumpOf(referenceForum('x'))
    const file = join(folder, 'reference.sql')
    for (const [bytes, message] of [
      [
        whole.subarray(0, 20_000),
        /reference\.sql is broken: the file ends before the end of the dump \(after row \d+ of the table \w+\)\. Nothing was imported\.$/,
      ],
      [gzipSync(whole).subarray(0, 2000), /is broken: unexpected end of file\. Nothing was imported\.$/],
      [
        Buffer.from('-- Dump completed\n'),
        /^This dump is not from a version of the reference that can be imported: it has no table users\. Nothing was imported\.$/,
      ],
    ] as const) {
      writeFileSync(file, bytes)
      expect(await folkmoot(`import reference ${file}`)).toMatchObject({
        exitCode: 1,
        reported: expect.stringMatching(message),
      })
      expect((await folkmoot(`import reference --dry-run ${file}`)).exitCode).toBe(1)
    }
  })

  it.each(['', ' a.sql b.sql', ' --rejects x a.sql', ' --images'])(
    'is misused as "import reference%s"',
    async (args) => {
      expect((await folkmoot(`import reference${args}`)).exitCode).toBe(2)
    },
  )

  it('refuses a folder of pictures that is none', async () => {
    const file = join(folder, 'reference.sql')
    writeFileSync(file, '')
    expect((await folkmoot(`import reference --images ${file} ${file}`)).reported).toContain(
      'is not a folder',
    )
    expect((await folkmoot(`import reference ${file}x`)).reported).toContain('cannot be read')
    expect((await folkmoot(`import pushshift --images ${folder} ${file}`)).exitCode).toBe(2)
  })

  // With space for a wrong number.
  const anInvitation = `
    insert into invitations (code, created_by, uses_max, expires_at)
    select repeat('c', 20), min(id), 1000, now() + interval '1 day' from users
    on conflict do nothing`

  eachInShares(
    counters.map((counter) => [`${counter.table}.${counter.column}`, counter] as const),
    3,
  )('finds a wrong %s and corrects it', async (name, { table, column }) => {
    for (let n = 1; n <= 3; n += 1) await newMember()
    await folkmoot('check --fix')
    await database.pool.query(anInvitation)
    const before = await database.pool.query(`select * from ${table} order by 1`)
    const { rowCount } = await database.pool.query(`update ${table} set ${column} = ${column} + 7`)
    const found = await folkmoot('check')
    expect(found).toMatchObject({ exitCode: 1 })
    expect(found.said).toContain(`${name}: ${rowCount} wrong`)
    expect(await folkmoot('check --fix')).toMatchObject({ exitCode: 1 })
    expect(await folkmoot('check')).toMatchObject({ exitCode: 0 })
    const after = await database.pool.query(`select * from ${table} order by 1`)
    expect(after.rows).toEqual(before.rows)
  })

  it('counts votes and points in addition to imported ones', async () => {
    const file = join(folder, 'voted.ndjson')
    writeFileSync(file, submissionLine('voted'))
    await folkmoot(`import pushshift ${file}`)
    const [one, two, three] = [await newMember(), await newMember(), await newMember()]
    await folkmoot('check --fix')
    await database.pool.query(
      `insert into post_votes (post_id, user_id, up, moves_points)
      select posts.id, users.id, users.username <> $1, users.username <> $2
      from posts, users where posts.title = 'About voted' and users.username in ('rio', $1, $2, $3)`,
      [two.username, three.username, one.username],
    )
    const { said } = await folkmoot('check')
    expect(said).toMatch(/posts\.upvotes: 1 wrong\n.*\n.* 5 +8$/m)
    expect(said).toMatch(/posts\.downvotes: 1 wrong\n.*\n.* 0 +1$/m)
    // Only that of the first: rio is the author, the second voted down, the third was new.
    expect(said).toMatch(/users\.points: 1 wrong\n.*\n {2}@rio +(\d+) +(\d+)$/m)
    const [, is, should] = /@rio +(\d+) +(\d+)$/m.exec(said) ?? []
    expect(Number(should) - Number(is)).toBe(1)
  })
})
