import { describe, expect, it } from 'vitest'
import { rolesIn } from './roles.ts'

describe('the roles that someone may act in', () => {
  it.each([
    ['a guest', { userMod: null }, null, []],
    ['a member', { userMod: false }, { isAdmin: false }, []],
    ['a moderator', { userMod: true }, { isAdmin: false }, ['mods']],
    ['an admin', { userMod: false }, { isAdmin: true }, ['admins']],
    ['an admin who moderates', { userMod: true }, { isAdmin: true }, ['mods', 'admins']],
    ['an admin, of a community that is not known', undefined, { isAdmin: true }, ['admins']],
  ] as const)('are, for %s, as they are given', (_case, community, viewer, roles) => {
    expect(rolesIn(community, viewer)).toEqual(roles)
  })
})
