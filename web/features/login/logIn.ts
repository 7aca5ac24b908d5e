import type { ApiClient } from '../../../contract/endpoints/index.ts'
import { refusalOf } from '../../data/failure.ts'

/**
 * Logs in. Where attempts of others have used up the limit of the account, the browser works for another try, which needs https.
 *
 * @throws what the API throws.
 */
export async function logIn(
  api: ApiClient,
  credentials: { readonly username: string; readonly password: string },
): Promise<void> {
  try {
    await api.call('login', { body: credentials })
  } catch (error) {
    if (refusalOf(error)?.status !== 429 || !globalThis.crypto?.subtle) throw error
    const { challenge } = await api.call('getCaptcha', {})
    const { solveChallenge } = await import('../../device/proofOfWork.ts')
    const captchaToken = await solveChallenge(challenge)
    await api.call('login', { body: { ...credentials, captchaToken } })
  }
}
