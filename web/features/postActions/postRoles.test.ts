import { describe, expect, it } from 'vitest'
import type { Community } from '../../../contract/entities/community.ts'
import { rolesOn } from '../../data/users/roles.ts'
import { deletionGroups } from './postRoles.ts'

const post = { userId: '5', communityId: '7' }
const community = (id: string) => ({ id }) as Community
const member = { id: '6', isAdmin: false, moddingList: null }
const nobody = { isAuthor: false, isModerator: false, isAdmin: false }

describe('the viewer’s relation to a post', () => {
  const page = { user: member, moderates: [] }
  it.each([
    ['a guest', { user: null, moderates: null }, nobody],
    ['a member', page, nobody],
    ['its author', { ...page, user: { ...member, id: '5' } }, { ...nobody, isAuthor: true }],
    ['a moderator', { ...page, moderates: ['7'] }, { ...nobody, isModerator: true }],
    ['a moderator of another community', { ...page, moderates: ['8'] }, nobody],
    [
      'someone who became a moderator since the page came',
      { ...page, user: { ...member, moddingList: [community('7')] } },
      { ...nobody, isModerator: true },
    ],
    ['someone who has stopped being one', { user: { ...member, moddingList: [] }, moderates: ['7'] }, nobody],
    ['an admin', { ...page, user: { ...member, isAdmin: true } }, { ...nobody, isAdmin: true }],
  ])('%s', (_case, initial, roles) => {
    expect(rolesOn(post, initial)).toEqual(roles)
  })
})

describe('deleting a post', () => {
  const there = { deleted: false, deletedContent: false }
  const gone = { deleted: true, deletedContent: false }
  const everything = { isAuthor: true, isModerator: true, isAdmin: true }
  it.each([
    ['is nothing for others', there, nobody, []],
    ['is up to author, moderators and admins', there, everything, ['normal', 'mods', 'admins']],
    ['leaves the content to author and admins', gone, everything, ['normal', 'admins']],
    ['leaves moderators nothing to do later', gone, { ...nobody, isModerator: true }, []],
    ['ends with the content', { deleted: true, deletedContent: true }, everything, []],
  ])('%s', (_case, given, roles, groups) => {
    expect(deletionGroups(given, roles)).toEqual(groups)
  })
})
