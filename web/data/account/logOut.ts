import type { ApiClient } from '../../../contract/endpoints/index.ts'
import { forgetMember } from '../../device/forgetMember.ts'

/** Ends the session, and forgets what this device keeps of the account. The page still shows it, so it is to be loaded again. */
export async function logOut(api: ApiClient): Promise<void> {
  await api.call('login', { query: { action: 'logout' }, body: { username: '', password: '' } })
  await forgetMember()
}
