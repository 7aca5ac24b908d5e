import type { ApiClient } from '../../../contract/endpoints/index.ts'
import { refusalOf } from '../failure.ts'

/**
 * Makes a call that needs the password of an account. Where attempts of others have used up the limit of that account, the browser works
 * for another try, which needs https.
 *
 * @param call gets nothing at first, then the solved challenge, as fields for its body.
 * @throws what the API throws.
 */
export async function withProof<T>(
  api: ApiClient,
  call: (proof: { captchaToken?: string }) => Promise<T>,
): Promise<T> {
  try {
    return await call({})
  } catch (error) {
    if (refusalOf(error)?.status !== 429 || !globalThis.crypto?.subtle) throw error
    const { challenge } = await api.call('getCaptcha', {})
    const { solveChallenge } = await import('../../device/proofOfWork.ts')
    return call({ captchaToken: await solveChallenge(challenge) })
  }
}
