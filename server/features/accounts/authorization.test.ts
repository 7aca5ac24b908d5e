import { accountEndpoints } from '../../../contract/endpoints/accounts.ts'
import { type Call, describeAuthorization } from '../../../tests/support/authorization.ts'

/** The answer of every call to each role; members who are already logged in stay logged in. */
const table = `
                              guest  banned  member  author  elsewhere  moderator  admin
  getInitial                    200     200     200     200        200        200    200
  getOwnUser                    401     200     200     200        200        200    200
  getCaptcha                    200     200     200     200        200        200    200
  checkUsername                 200     200     200     200        200        200    200
  login with a wrong password   401     200     200     200        200        200    200
  signup                        201     400     400     400        400        400    400
`

let made = 0
const calls: Record<string, Call> = {
  getInitial: (who) => who.get('/api/_initial'),
  getOwnUser: (who) => who.get('/api/_user'),
  getCaptcha: (who) => who.get('/api/_captcha'),
  checkUsername: (who) => who.get('/api/usernames/nobody_yet'),
  'login with a wrong password': (who, { author }) =>
    who.post('/api/_login', { username: author.username, password: 'not that one' }),
  signup: async (who, { forum, guest }) => {
    made += 1
    const newcomer = who === guest ? await forum.guest() : who
    return newcomer.post('/api/_signup', { username: `newcomer_${made}`, password: 'long enough' })
  },
}

describeAuthorization({ endpoints: accountEndpoints, table, calls })
