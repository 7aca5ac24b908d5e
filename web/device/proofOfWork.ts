import type { WorkerMessage } from './proofOfWork.worker.ts'

/** `unsupported`: the page was not loaded over https, so `crypto.subtle` is missing. */
export class ProofOfWorkError extends Error {
  readonly reason: 'unsupported' | 'unsolved'

  constructor(reason: 'unsupported' | 'unsolved') {
    super(`proof of work: ${reason}`)
    this.reason = reason
  }
}

/**
 * Solves a challenge of GET /api/_captcha in a worker, so that the page stays responsive; about a second of
 * work on a phone.
 *
 * @param challenge the JSON text as the server gave it.
 * @param options `onProgress` receives the finished share of the maximum work, from 0 to 1.
 * @returns the `captchaToken` of the sign-up.
 * @throws ProofOfWorkError; or the reason of `signal` when it was aborted.
 */
export function solveChallenge(
  challenge: string,
  options: { signal?: AbortSignal; onProgress?: (share: number) => void } = {},
): Promise<string> {
  const { signal, onProgress } = options
  signal?.throwIfAborted()
  const { parameters }: { parameters: { data: { mostTries: number } } } = JSON.parse(challenge)
  const { mostTries } = parameters.data
  const worker = new Worker(new URL('./proofOfWork.worker.ts', import.meta.url), { type: 'module' })
  let abort: (() => void) | undefined
  return new Promise<string>((resolve, reject) => {
    abort = () => reject(signal?.reason)
    signal?.addEventListener('abort', abort)
    worker.onerror = () => reject(new ProofOfWorkError('unsolved'))
    worker.onmessage = ({ data: message }: MessageEvent<WorkerMessage>) => {
      if ('tries' in message) onProgress?.(Math.min(1, message.tries / mostTries))
      else if ('token' in message) resolve(message.token)
      else reject(new ProofOfWorkError(message.failure))
    }
    worker.postMessage(challenge)
  }).finally(() => {
    if (abort) signal?.removeEventListener('abort', abort)
    worker.terminate()
  })
}
