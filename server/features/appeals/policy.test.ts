import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { answerRefusal } from './policy.ts'

let forum: Forum
let community: string
const people: Record<string, Member> = {}
beforeAll(async () => {
  forum = await startForum()
  for (const name of ['admin_a', 'admin_b', 'mod_a', 'mod_b', 'member_m'])
    people[name] = await forum.member(name, { isAdmin: name.startsWith('admin') })
  community = stored((await forum.community('birding', people.admin_a)).id)
})
afterAll(() => forum.close())

const idOf = (name: string) => stored(people[name]?.id ?? '')
const booleans = [true, false]

it('decides the same in TypeScript and in the database, for all combinations of roles', async () => {
  let compared = 0
  for (const hasSecondAdmin of booleans)
    for (const hasSecondModerator of booleans) {
      await sql`update users set is_admin = ${hasSecondAdmin} where id = ${idOf('admin_b')}`.execute(forum.db)
      await sql`update users set is_admin = true where id = ${idOf('admin_a')}`.execute(forum.db)
      await sql`delete from moderators`.execute(forum.db)
      const moderators = ['mod_a', ...(hasSecondModerator ? ['mod_b'] : [])]
      for (const [position, name] of moderators.entries())
        await sql`insert into moderators (community_id, user_id, position) values (${community}, ${idOf(name)}, ${position})`.execute(
          forum.db,
        )
      for (const actedAs of ['mods', 'admins'] as const)
        for (const actor of ['admin_a', 'mod_a'])
          for (const member of ['member_m', 'mod_b', 'admin_b'])
            for (const name of Object.keys(people)) {
              const { rows } = await sql<{ may: boolean; others: boolean }>`
                select may_answer(appeal, ${idOf(name)}) as may, others_may_answer(appeal) as others
                from (select jsonb_populate_record(null::appeals, jsonb_build_object('member_id', ${idOf(member)}::bigint,
                  'actor_id', ${idOf(actor)}::bigint, 'community_id', ${community}::bigint,
                  'acted_as', ${actedAs}::text)) as appeal) as one`.execute(forum.db)
              const refusal = answerRefusal({
                isAdmin: name === 'admin_a' || (name === 'admin_b' && hasSecondAdmin),
                isModerator: moderators.includes(name),
                isOwn: name === member,
                isActor: name === actor,
                actedAs,
                canOthersAnswer: rows[0]?.others ?? false,
              })
              expect(
                refusal === null,
                JSON.stringify({ hasSecondAdmin, moderators, actedAs, actor, member, name }),
              ).toBe(rows[0]?.may)
              compared += 1
            }
    }
  expect(compared).toBe(240)
})
