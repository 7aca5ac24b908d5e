import { describe, expect, it } from 'vitest'
import { startCommandLine } from '../../tests/support/commandLine.ts'

const { database, folder, folkmoot, newMember } = await startCommandLine()

const environment = { DATA_DIR: folder, DAILY_BACKUPS: 'on' }

describe('user erase', () => {
  it('erases a member at once, prints what was erased, what remains and what backups have, and can be repeated', async () => {
    const { id, username } = await newMember({ password_hash: 'secret' })
    const run = () => folkmoot(`user erase @${username} --content remove`, { environment })
    const { exitCode, said } = await run()
    expect(exitCode).toBe(0)
    expect(said).toMatch(/^Erased. The account is now @erased_[0-9a-f]{12}\.\n/)
    for (const title of ['What was erased:', 'What remains, and why:', 'Backups:'])
      expect(said).toContain(title)
    const user = await database.db
      .selectFrom('users')
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(user).toMatchObject({ password_hash: null, deleted_at: expect.any(Date), deleted_by: null })
    expect(JSON.stringify(user)).not.toContain(username)
    expect((await run()).exitCode).toBe(0)
  })

  it('asks for the name once more in a terminal', async () => {
    const { id, username } = await newMember()
    const given = { environment, isInteractive: true, input: ['someone'] }
    expect(await folkmoot(`user erase ${username} --content keep`, given)).toMatchObject({
      exitCode: 1,
      reported: 'The names do not match. Nothing has changed.',
    })
    const { deleted_at } = await database.db
      .selectFrom('users')
      .where('id', '=', id)
      .select('deleted_at')
      .executeTakeFirstOrThrow()
    expect(deleted_at).toBeNull()
  })

  it('refuses the last admin, built-in and unknown accounts, and other contents', async () => {
    const { id, username } = await newMember()
    await database.db.updateTable('users').set({ is_admin: true }).where('id', '=', id).execute()
    expect(await folkmoot(`user erase ${username} --content keep`, { environment })).toMatchObject({
      exitCode: 1,
      reported: `@${username} is the only admin. Make someone else an admin first.`,
    })
    expect((await folkmoot('user erase ghost --content keep', { environment })).reported).toContain(
      'built-in',
    )
    expect((await folkmoot('user erase no_one --content keep', { environment })).reported).toContain(
      'no account',
    )
    for (const args of ['', ' --content', ' --content all', ' keep'])
      expect((await folkmoot(`user erase ${username}${args}`, { environment })).exitCode).toBe(2)
  })
})
