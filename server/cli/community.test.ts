import { describe, expect, it } from 'vitest'
import { startCommandLine } from '../../tests/support/commandLine.ts'

const { database, folkmoot, newMember } = await startCommandLine()

async function newCommunity(name: string) {
  const creator = await newMember()
  await database.db.insertInto('communities').values({ name, creator_id: creator.id }).execute()
}
const names = async () =>
  (await database.db.selectFrom('communities').select('name').orderBy('id').execute()).map(({ name }) => name)

describe('community rename', () => {
  it('renames a community, as the operator, and tells all servers', async () => {
    await newCommunity('meadow')
    const { exitCode, said } = await folkmoot('community rename /Meadow Pasture')
    expect([exitCode, said]).toEqual([0, '/meadow is now /Pasture. Links with the old name lead there.'])
    expect(await names()).toEqual(['Pasture'])
    const entries = await database.db
      .selectFrom('moderation_log')
      .innerJoin('users', 'users.id', 'actor_id')
      .select(['action', 'username', 'details'])
      .execute()
    expect(entries).toEqual([
      {
        action: 'rename_community',
        username: 'nobody',
        details: { formerName: 'meadow', newName: 'Pasture' },
      },
    ])
    const written = await database.db
      .selectFrom('last_writes')
      .where('user_id', '=', '0')
      .select('user_id')
      .execute()
    expect(written).toHaveLength(1)
  })

  it('says what is wrong, and changes nothing', async () => {
    await newCommunity('taken')
    const before = await names()
    for (const [args, exitCode, reported] of [
      ['community rename Pasture taken', 1, 'A community with name taken already exists.'],
      ['community rename Pasture login', 1, 'It is the address of a page of this site.'],
      ['community rename nowhere somewhere', 1, 'not found'],
      ['community rename Pasture', 2, 'Give the name of the community and its new name.'],
      ['community forget Pasture taken', 2, 'Give the name of the community and its new name.'],
    ] as const) {
      const answer = await folkmoot(args)
      expect(answer.exitCode).toBe(exitCode)
      expect(answer.reported).toContain(reported)
    }
    expect(await names()).toEqual(before)
  })

  it('says that nothing changes', async () => {
    expect(await folkmoot('community rename pasture Pasture')).toMatchObject({
      exitCode: 0,
      said: '/Pasture already has this name.',
    })
  })
})
