import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** What this worker tells, in order: any number of tries, then how it ended. */
export type WorkerNews =
  | { readonly tries: number }
  | { readonly token: string }
  | { readonly failure: 'unsupported' | 'unsolved' }

const triesBetweenNews = 10

const tell = (news: WorkerNews) => self.postMessage(news)

async function work(text: string): Promise<WorkerNews> {
  // Browsers keep cryptography from pages that came over plain http from another machine.
  if (!globalThis.isSecureContext) return { failure: 'unsupported' }
  const challenge = JSON.parse(text) as Challenge
  let tries = 0
  const solution = await solveChallenge({
    challenge,
    deriveKey: (...given) => {
      tries += 1
      if (tries % triesBetweenNews === 0) tell({ tries })
      return deriveKey(...given)
    },
  })
  return solution ? { token: btoa(JSON.stringify({ challenge, solution })) } : { failure: 'unsolved' }
}

self.onmessage = async ({ data }: MessageEvent<string>) => tell(await work(data))
