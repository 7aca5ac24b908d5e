import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addressOf, startCommandLine } from '../../tests/support/commandLine.ts'
import { emptyDatabase } from '../../tests/support/postgres.ts'
import { filesIn } from '../../tests/support/zip.ts'
import { checkPassword } from '../core/accounts/password.ts'
import { originalPath } from '../core/images/paths.ts'

const { database, factsOf, folder, folkmoot, newMember } = await startCommandLine()

describe('the command line', () => {
  it('lists its commands without arguments, and for help', async () => {
    for (const args of ['', 'help', '--help']) {
      const { exitCode, said } = await folkmoot(args)
      expect(exitCode).toBe(0)
      for (const usage of [
        'admin grant NAME',
        'user set-password NAME',
        'user find NAME',
        'user ban [--content]',
        'admin list',
        'backup list',
        'community rename OLD NEW',
        'unblock ADDRESS',
        'keys rotate',
        'settings set NAME VALUE',
        'upgrade [--check [--verbose]]',
        'migrate',
        'import pushshift',
        'check',
        'worker',
      ])
        expect(said).toContain(usage)
    }
  })

  it('reports invalid arguments', async () => {
    expect(await folkmoot('fly')).toMatchObject({
      exitCode: 2,
      reported: 'There is no command "fly". "./folkmoot help" lists all commands.',
    })
    for (const args of [
      'admin',
      'admin promote rio',
      'admin grant',
      'user rename rio',
      'settings',
      'settings set siteName',
      'migrate now',
      'upgrade --now',
      'import',
      'check it',
    ])
      expect(await folkmoot(args), args).toMatchObject({
        exitCode: 2,
        reported: expect.stringContaining('Usage: '),
      })
  })

  it('reports an invalid configuration', async () => {
    const { exitCode, reported } = await folkmoot('migrate', { environment: { PORT: 'front door' } })
    expect(exitCode).toBe(1)
    expect(reported).toContain('PORT must be a whole number')
  })

  it('reports that the database does not answer', async () => {
    const { exitCode, reported } = await folkmoot('migrate', {
      environment: { DATABASE_URL: `postgres://localhost/none?host=${encodeURIComponent(folder)}` },
    })
    expect(exitCode).toBe(1)
    expect(reported).toMatch(/^PostgreSQL at .* does not answer/)
  })

  it.each(['upgrade', 'migrate'])('%s changes nothing the second time', async (command) => {
    expect(await folkmoot(command)).toMatchObject({ exitCode: 0, said: 'The database is up to date.' })
  })

  describe('upgrade --check', () => {
    const names = async () =>
      (await database.pool.query('select name from kysely_migration order by name')).rows.map(
        ({ name }) => name,
      )

    it('reports that there is nothing to do', async () => {
      expect(await folkmoot('upgrade --check')).toMatchObject({
        exitCode: 0,
        said: 'The database is up to date: an upgrade changes nothing.',
      })
    })

    it('describes each pending migration, and applies none', async () => {
      const pending = ['0028_best_replies', '0036_rate_limits', '0037_positions_of_writes']
      const { rows } = await database.pool.query(
        'delete from kysely_migration where name = any($1) returning name, timestamp',
        [pending],
      )
      try {
        const short = await folkmoot('upgrade --check')
        expect(short.said.split('\n')).toHaveLength(3)
        expect(short.said).toMatch(
          /^An upgrade applies 3 .*\nIt takes about 2 seconds: this forum has .*\n.*backup/,
        )
        const { exitCode, said } = await folkmoot('upgrade --check --verbose')
        expect(exitCode).toBe(0)
        expect(said).toContain('An upgrade applies 3 migrations, all or none.')
        expect(said.match(/Nobody can write in the meantime/g)).toHaveLength(1)
        expect(said).toMatch(
          /0028_best_replies\n(?: {2}.*\n)*\n?(?: {2}.*\n)* {2}Nobody can write in the meantime: about 10 s/,
        )
        expect(said).toContain('0036_rate_limits\n  Rate limits that all processes count together.')
        expect(said).toMatch(/0037_positions_of_writes\n {2}Where .*\n {2}.*\n {2}row is touched\.\n/)
        expect(await names()).not.toContain(pending[0])
      } finally {
        for (const { name, timestamp } of rows)
          await database.pool.query('insert into kysely_migration values ($1, $2)', [name, timestamp])
      }
    })

    it('refuses a database of a newer version', async () => {
      await database.pool.query("insert into kysely_migration values ('9999_tomorrow', '')")
      try {
        const { exitCode, reported } = await folkmoot('upgrade --check')
        expect(exitCode).toBe(1)
        expect(reported).toContain('newer version of Folkmoot')
      } finally {
        await database.pool.query("delete from kysely_migration where name = '9999_tomorrow'")
      }
    })
  })
})

describe('admin', () => {
  it('does not dismiss the last admin', async () => {
    const { id, username } = await newMember()
    await folkmoot(`admin grant ${username}`)
    expect(await folkmoot(`admin revoke ${username}`)).toMatchObject({
      exitCode: 1,
      reported: `@${username} is the only admin. Make someone else an admin first.`,
    })
    expect(await factsOf(id)).toMatchObject({ is_admin: true })
  })

  it('grants and revokes, whatever the case of the name', async () => {
    const { id, username } = await newMember()
    expect(await folkmoot(`admin grant @${username.toUpperCase()}`)).toMatchObject({
      exitCode: 0,
      said: `@${username} is now an admin.`,
    })
    expect(await factsOf(id)).toMatchObject({ is_admin: true })
    expect(await folkmoot(`admin revoke ${username}`)).toMatchObject({ exitCode: 0 })
    expect(await factsOf(id)).toMatchObject({ is_admin: false })
  })

  it('fails when there is nothing to change', async () => {
    const { username } = await newMember()
    expect(await folkmoot(`admin revoke ${username}`)).toMatchObject({
      exitCode: 1,
      reported: `@${username} is not an admin.`,
    })
    await folkmoot(`admin grant ${username}`)
    expect(await folkmoot(`admin grant ${username}`)).toMatchObject({
      exitCode: 1,
      reported: `@${username} is already an admin.`,
    })
  })

  it('fails for accounts that do not exist, are deleted or built in', async () => {
    const { id, username } = await newMember({ deleted_at: new Date() })
    expect((await folkmoot(`admin grant ${username}`)).reported).toBe(
      `The account @${username} has been deleted.`,
    )
    expect(await factsOf(id)).toMatchObject({ is_admin: false })
    expect((await folkmoot('admin grant someone')).reported).toBe('There is no account named "someone".')
    expect((await folkmoot('admin grant ghost')).reported).toContain('@ghost is a built-in account')
  })
})

describe('user set-password', () => {
  it('gives an imported member a password and ends all sessions', async () => {
    const { id, username } = await newMember()
    await database.db
      .insertInto('sessions')
      .values({ id_hash: Buffer.from('session'), user_id: id, expires_at: new Date('2100-01-01') })
      .execute()
    expect(await folkmoot(`user set-password ${username}`, { input: ['correct horse'] })).toMatchObject({
      exitCode: 0,
    })
    const { password_hash } = await factsOf(id)
    expect(await checkPassword(password_hash, 'correct horse')).toMatchObject({ matches: true })
    expect(
      await database.db.selectFrom('sessions').where('user_id', '=', id).select('user_id').execute(),
    ).toEqual([])
  })

  it('invalidates mailed links that reset the password, but not those that confirm an address', async () => {
    const { id, username } = await newMember()
    const token = { user_id: id, email: 'rio@mail.example', expires_at: new Date('2100-01-01') }
    await database.db
      .insertInto('mailed_tokens')
      .values([
        { ...token, token_hash: Buffer.from('reset'), purpose: 'reset_password' },
        { ...token, token_hash: Buffer.from('confirm'), purpose: 'confirm_email' },
      ])
      .execute()
    await folkmoot(`user set-password ${username}`, { input: ['correct horse'] })
    const left = await database.db
      .selectFrom('mailed_tokens')
      .where('user_id', '=', id)
      .select('purpose')
      .execute()
    expect(left).toEqual([{ purpose: 'confirm_email' }])
  })

  it.each(['password', 'Folkmoot 2026!'])('refuses %j, which is easy to guess', async (password) => {
    const { username } = await newMember()
    const { exitCode, reported } = await folkmoot(`user set-password ${username}`, { input: [password] })
    expect(exitCode).toBe(1)
    expect(reported).toMatch(/Please choose another one\./)
  })

  it('changes nothing when the password is too short or the repetition differs', async () => {
    const { id, username } = await newMember()
    const short = await folkmoot(`user set-password ${username}`, { input: ['1234567'] })
    expect(short).toMatchObject({ exitCode: 1, reported: 'A password needs at least 8 characters.' })
    const different = await folkmoot(`user set-password ${username}`, {
      input: ['correct horse', 'correct house'],
      isInteractive: true,
    })
    expect(different).toMatchObject({
      exitCode: 1,
      reported: 'The passwords do not match. Nothing has changed.',
    })
    expect(await factsOf(id)).toMatchObject({ password_hash: null })
  })
})

describe('what commands do to accounts', () => {
  const logged = async (userId: string) =>
    (
      await database.db
        .selectFrom('moderation_log')
        .innerJoin('users', 'users.id', 'actor_id')
        .where('user_id', '=', userId)
        .select(['action', 'reason', 'username', 'is_public'])
        .orderBy('moderation_log.id')
        .execute()
    ).map(({ action, reason, username, is_public: isPublic }) => [action, reason, username, isPublic])

  it('is in the moderation log', async () => {
    const { id, username } = await newMember()
    await folkmoot(`admin grant ${username}`)
    const { said } = await folkmoot('admin list')
    expect(said.split('\n')).toContain(`@${username}`)
    expect(await folkmoot(`user ban ${username}`)).toMatchObject({
      exitCode: 1,
      reported: expect.stringContaining('is an admin'),
    })
    const other = await newMember()
    await folkmoot(`admin grant ${other.username}`)
    await folkmoot(`admin revoke ${username}`)
    await folkmoot(`user set-password ${username}`, { input: ['correct horse'] })
    expect(await folkmoot(`user ban --content --reason Spam ${username}`)).toMatchObject({
      exitCode: 0,
      said: `@${username} is banned from the site, and everything they wrote is being removed.`,
    })
    expect(await folkmoot(`user unban --restore ${username}`)).toMatchObject({
      exitCode: 0,
      said: `@${username} is no longer banned.\nThe running server now restores what the bans removed.`,
    })
    expect(await folkmoot(`user unban --restore ${username}`)).toMatchObject({
      exitCode: 1,
      reported: `@${username} is not banned, and nothing can be restored.`,
    })
    expect(await folkmoot(`user unban ${username}`)).toMatchObject({ exitCode: 1 })
    expect(await logged(id)).toEqual([
      ['add_admin', null, 'nobody', true],
      ['remove_admin', null, 'nobody', true],
      ['set_password', null, 'nobody', false],
      ['ban_user_with_content', 'Spam', 'nobody', true],
      ['unban_user', null, 'nobody', true],
      ['restore_removed', null, 'nobody', true],
    ])
  })

  it('bans all accounts of a wave, once their number is confirmed', async () => {
    await sql`insert into users (username, email) select 'tide_' || n, n || '@tide.example' from generate_series(1, 60) n`.execute(
      database.db,
    )
    const wave = 'user ban --mail-domain tide.example --since 2020-01-01 --content --reason Spam'
    expect(await folkmoot(wave)).toMatchObject({
      exitCode: 1,
      said: expect.stringContaining('60 accounts were found, of which 0 moderate a community.\n@tide_60'),
      reported: 'Nothing has changed. Confirm with --accounts and the number of accounts.',
    })
    expect(await folkmoot(`${wave} --accounts 6`)).toMatchObject({ exitCode: 1 })
    expect(await folkmoot(`${wave} --accounts 60`)).toMatchObject({
      exitCode: 0,
      said: expect.stringContaining(
        '60 accounts are banned from the site, and everything they wrote is removed.',
      ),
    })
    const { rows } = await sql`select count(*)::integer as banned from users
      where username like 'tide\\_%' and banned_at is not null`.execute(database.db)
    expect(rows).toEqual([{ banned: 60 }])
    expect(await folkmoot('user ban --ip everywhere')).toMatchObject({ exitCode: 1 })
    expect(await folkmoot('user ban --ip 192.0.2.1 someone')).toMatchObject({ exitCode: 2 })
    // As of a variable that is not set.
    for (const filter of ['since', 'before', 'ip', 'mail-domain'])
      expect(await folkmoot(`user ban --ip 192.0.2.1 --${filter}= --accounts 60`), filter).toMatchObject({
        exitCode: 2,
        reported: expect.stringContaining('need a value'),
      })
  })

  it('gives an archive of what is stored about one who cannot log in', async () => {
    const { id, username } = await newMember()
    const file = join(folder, 'archive.zip')
    const { exitCode, said } = await folkmoot(`user export ${username} ${file}`)
    expect([exitCode, said]).toEqual([0, expect.stringContaining(`everything stored about @${username}`)])
    const archive = JSON.parse((await filesIn(readFileSync(file))).get('data.json')?.toString() ?? '')
    expect(archive.account.username).toBe(username)
    expect(statSync(file).mode & 0o077).toBe(0)
    const { rows } = await sql`select kind, detail from security_events where user_id = ${id}`.execute(
      database.db,
    )
    expect(rows).toEqual([{ kind: 'export_requested', detail: 'command line' }])
    expect(await folkmoot(`user export ${username} ${file}`)).toMatchObject({
      exitCode: 1,
      reported: `${file} already exists.`,
    })
  })

  it('leaves no part of an archive that cannot be made, and the account knows of it', async () => {
    const { id, username } = await newMember()
    const secret = 'a'.repeat(22)
    const { rows } = await sql<{ id: string }>`
      insert into images (uploader_id, use, secret, width, height, size, average_color, stored_at, is_used)
      values (${id}, 'post', ${secret}, 1, 1, 1, 'rgb(1,1,1)', now(), true) returning id::text`.execute(
      database.db,
    )
    // In the place of the picture.
    const { folder: place, name } = originalPath({ id: rows[0]?.id ?? '', secret })
    mkdirSync(join(folder, 'images', place, name), { recursive: true })
    const file = join(folder, 'part.zip')
    const made = await folkmoot(`user export ${username} ${file}`, { environment: { DATA_DIR: folder } })
    expect(made.exitCode).toBe(1)
    expect(existsSync(file)).toBe(false)
    const events = await sql`select kind from security_events where user_id = ${id}`.execute(database.db)
    expect(events.rows).toEqual([{ kind: 'export_requested' }])
  })

  it('can be found out by listing and finding them', async () => {
    const { id, username } = await newMember()
    await database.db
      .updateTable('users')
      .set({ email: 'lost@mail.example', last_seen_ip: '203.0.113.77' })
      .where('id', '=', id)
      .execute()
    const line = expect.stringMatching(
      new RegExp(
        `^@${username}, lost@mail\\.example, since \\d{4}-.*, last seen .* from 203\\.0\\.113\\.77$`,
      ),
    )
    for (const query of [username, 'lost@mail.example', '203.0.113.77'])
      expect((await folkmoot(`user find ${query}`)).said, query).toEqual(line)
    expect((await folkmoot('user list')).said.split('\n')[0]).toEqual(line)
    expect(await folkmoot('user find nobody_at_all')).toMatchObject({
      exitCode: 1,
      reported: 'No account was found.',
    })
  })
})

it('backups are listed, the newest first, without a database', async () => {
  const environment = { BACKUP_DIR: join(folder, 'listed'), DATABASE_URL: 'postgres://nobody@127.0.0.1:9/x' }
  expect(await folkmoot('backup list', { environment })).toMatchObject({
    exitCode: 1,
    reported: `There is no backup in ${environment.BACKUP_DIR}.`,
  })
  mkdirSync(environment.BACKUP_DIR)
  for (const [name, at] of [
    ['old.tar.gz', 1000],
    ['new.tar.gz', 2000],
    ['.unfinished-x', 3000],
  ] as const) {
    writeFileSync(join(environment.BACKUP_DIR, name), 'x'.repeat(2048))
    utimesSync(join(environment.BACKUP_DIR, name), at, at)
  }
  const { said } = await folkmoot('backup list', { environment })
  expect(said.split('\n').map((line) => line.split(' ')[0])).toEqual(['new.tar.gz', 'old.tar.gz'])
  expect(said).toContain('1970-01-01 00:33 UTC')
})

it('an encrypted backup without its passphrase is not read, and nothing is left behind', async () => {
  const file = join(folder, 'encrypted.age')
  const passphrase = 'correct horse battery'
  const made = await folkmoot(`backup --passphrase ${file}`, { input: [passphrase, passphrase] })
  expect(made).toMatchObject({ exitCode: 0 })
  const empty = await emptyDatabase()
  const environment = { DATA_DIR: join(folder, 'without-passphrase'), DATABASE_URL: addressOf(empty) }
  for (const command of ['verify', 'restore'])
    expect(await folkmoot(`${command} ${file}`, { input: [''], environment }), command).toMatchObject({
      exitCode: 1,
      reported: expect.stringContaining('The backup is encrypted. Type its passphrase'),
    })
  await empty.drop()
  const left = readdirSync(environment.DATA_DIR).filter((name) => !name.endsWith('.lock'))
  expect(left).toEqual([])
})

it('a passphrase that can be guessed is not taken', async () => {
  expect(await folkmoot(`backup --passphrase ${join(folder, 'x.age')}`, { input: ['short'] })).toMatchObject({
    exitCode: 1,
    reported: expect.stringContaining('at least 12 characters'),
  })
})

it.each([
  ['backup FOLDER/nowhere/x.tar.gz', /^There is no file or folder .*nowhere/],
  ['verify FOLDER', /^.*FOLDER is a folder, not a file/],
])('%s fails with a sentence', async (command, sentence) => {
  const { exitCode, reported } = await folkmoot(command.replace('FOLDER', folder), {
    environment: { DATA_DIR: join(folder, 'data') },
  })
  expect(exitCode).toBe(1)
  expect(reported.replaceAll(folder, 'FOLDER')).toMatch(sentence)
  expect(reported).not.toMatch(/\n\s+at /)
})

describe('keys rotate', () => {
  const keys = async () =>
    Object.fromEntries(
      (await database.db.selectFrom('site_secrets').select(['name', 'value']).execute()).map(
        ({ name, value }) => [name, value.toString('hex')],
      ),
    )

  it('replaces the named key, with what it had signed, and records that', async () => {
    await folkmoot('keys rotate')
    const before = await keys()
    const { exitCode, said } = await folkmoot('keys rotate push')
    expect(exitCode).toBe(0)
    expect(said).toContain('Restart the server')
    const { push, ...others } = await keys()
    expect(before).toMatchObject(others)
    expect(push).not.toBe(before.push)
    const events = await database.db
      .selectFrom('security_events')
      .select(['kind', 'detail', 'times'])
      .orderBy('id')
      .execute()
    expect(events).toContainEqual({ kind: 'keys_rotated', detail: 'push', times: 2 })
  })

  it('replaces all, and logs everyone out', async () => {
    const member = await newMember()
    await database.db
      .insertInto('sessions')
      .values({ id_hash: Buffer.alloc(32, 1), user_id: member.id, expires_at: new Date(Date.now() + 60_000) })
      .execute()
    const before = await keys()
    expect((await folkmoot('keys rotate')).exitCode).toBe(0)
    const after = await keys()
    expect(Object.keys(after).sort()).toEqual(['captcha', 'ghost', 'push', 'session'])
    for (const [name, key] of Object.entries(after)) expect(key).not.toBe(before[name])
    expect(await database.db.selectFrom('sessions').select('user_id').execute()).toEqual([])
  })

  it.each(['keys', 'keys rotate door', 'keys show'])('refuses %s', async (command) => {
    expect(await folkmoot(command)).toMatchObject({
      exitCode: 2,
      reported: expect.stringContaining('Usage: '),
    })
  })
})
