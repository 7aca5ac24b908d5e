import { useCallback, useRef, useState } from 'react'
import { fieldsOf } from '../../../contract/objects.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { useApi } from '../../data/api.ts'

/** The captcha is not solved yet; the message is for the user. */
export class CaptchaMissing extends Error {}

/**
 * The proof for a sign-up: work done by the browser, an answer to hCaptcha, or nothing.
 *
 * `progress` is the share of the work that is done, from 0 to 1, or null while none is running.
 */
export function useCaptcha() {
  const api = useApi()
  const { captcha } = useInitial()
  const [progress, setProgress] = useState<number | null>(null)
  const kept = useRef('')

  /** @throws CaptchaMissing, or what the API throws. */
  const getToken = async (): Promise<string | null> => {
    if (captcha === 'off') return null
    // A proof is consumed only when an account is created, so the next attempt can use it again.
    if (kept.current) return kept.current
    if (captcha === 'hcaptcha') throw new CaptchaMissing(t('Solve the captcha first.'))
    setProgress(0)
    try {
      const { challenge } = await api.call('getCaptcha', {})
      const { solveChallenge } = await import('../../device/proofOfWork.ts')
      kept.current = await solveChallenge(challenge, { onProgress: setProgress })
      return kept.current
    } catch (error) {
      if (fieldsOf(error).reason === 'unsupported')
        throw new CaptchaMissing(t('You need a secure connection (HTTPS) to create an account.'))
      throw error
    } finally {
      setProgress(null)
    }
  }
  const setToken = useCallback((token: string) => {
    kept.current = token
  }, [])
  return { getToken, setToken, progress }
}
