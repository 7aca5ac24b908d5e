import { describe } from 'vitest'
import { agreementEndpoints } from '../../../contract/endpoints/agreements.ts'
import { changeSettings } from '../../../tests/support/access.ts'
import { describeAuthorization } from '../../../tests/support/authorization.ts'
import { describeRefusals } from '../../../tests/support/refusals.ts'

describe('permission to agree', () => {
  describeAuthorization({
    endpoints: agreementEndpoints,
    table: `
                               guest  banned  member  author  elsewhere  moderator  admin
      agree                      401     200     200     200        200        200    200
      listTermsVersions          401     403     403     403        403        403    200
    `,
    calls: {
      agree: (who) => who.post('/api/_agreement', {}),
      listTermsVersions: (who) => who.get('/api/_admin/terms_versions'),
    },
  })
})

describe('refusals', () => {
  describeRefusals(agreementEndpoints, {
    agree: {
      ageNotDeclared: async ({ admin, member }) => {
        await changeSettings(admin, { minimumAge: 16, acceptTerms: true })
        return member.post('/api/_agreement', { declaredAge: 15 })
      },
      termsNotAccepted: ({ member }) => member.post('/api/_agreement', { declaredAge: 16 }),
    },
    listTermsVersions: {
      invalidCursor: ({ admin }) => admin.get('/api/_admin/terms_versions?next=abc'),
    },
  })
})
