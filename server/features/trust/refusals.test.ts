import { trustEndpoints } from '../../../contract/endpoints/trust.ts'
import { describeRefusals, type Provocations } from '../../../tests/support/refusals.ts'
import type { Scene } from '../../../tests/support/scene.ts'

const nobody = '/api/users/nobody_n/vouch'

/** The name of an account that is gone. */
async function gone({ forum }: Scene): Promise<string> {
  const name = `gone_${Math.random().toString(36).slice(2, 8)}`
  await (await forum.member(name)).delete(`/api/users/${name}`, { password: `password of ${name}` })
  return name
}

const provocations: Provocations<typeof trustEndpoints> = {
  getOwnTrust: {},
  getMemberTrust: { userNotFound: ({ admin }) => admin.get('/api/_admin/trust/nobody_n') },
  setMemberTrust: {
    userNotFound: ({ admin }) => admin.put('/api/_admin/trust/nobody_n', { level: 1 }),
    userDeleted: async (scene) => scene.admin.put(`/api/_admin/trust/${await gone(scene)}`, { level: 1 }),
    invalidTrustLevel: ({ admin }) => admin.put('/api/_admin/trust/member_m', { level: 5 }),
  },
  getVouching: { userNotFound: ({ member }) => member.get(nobody) },
  vouch: {
    mayNotVouch: ({ member }) => member.put('/api/users/moderator_m/vouch'),
    vouchForYourself: ({ moderator }) => moderator.put('/api/users/moderator_m/vouch'),
    userNotFound: ({ moderator }) => moderator.put(nobody),
    userDeleted: async (scene) => scene.moderator.put(`/api/users/${await gone(scene)}/vouch`),
  },
  stopVouching: { userNotFound: ({ member }) => member.delete(nobody) },
}

describeRefusals(trustEndpoints, provocations)
