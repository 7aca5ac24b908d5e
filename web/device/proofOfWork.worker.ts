import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** The messages of this worker, in order: any number of tries, then the result. */
export type WorkerMessage =
  | { readonly tries: number }
  | { readonly token: string }
  | { readonly failure: 'unsupported' | 'unsolved' }

const triesBetweenMessages = 10

const post = (message: WorkerMessage) => self.postMessage(message)

async function work(text: string): Promise<WorkerMessage> {
  // `crypto.subtle` exists only on pages from https or localhost.
  if (!globalThis.isSecureContext) return { failure: 'unsupported' }
  const challenge = JSON.parse(text) as Challenge
  let tries = 0
  const solution = await solveChallenge({
    challenge,
    deriveKey: (...given) => {
      tries += 1
      if (tries % triesBetweenMessages === 0) post({ tries })
      return deriveKey(...given)
    },
  })
  return solution ? { token: btoa(JSON.stringify({ challenge, solution })) } : { failure: 'unsolved' }
}

self.onmessage = async ({ data }: MessageEvent<string>) => post(await work(data))
