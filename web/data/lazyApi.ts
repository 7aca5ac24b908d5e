import type { ApiClient } from '../../contract/endpoints/index.ts'
import { ConnectionFailure } from './failure.ts'

/** Cached, because a page that is being left has no time for another dynamic import. */
let loaded: ApiClient | null = null

/** Fetches the client of the API. @throws ConnectionFailure */
export async function loadApi(): Promise<ApiClient> {
  const { browserApi } = await import('./browserApi.ts').catch(() => {
    throw new ConnectionFailure('The server cannot be reached.')
  })
  loaded = browserApi
  return browserApi
}

/** The client of the API, fetched with its first call: a first page comes with all that it shows. */
export const lazyApi: ApiClient = {
  call: async (...call) => (loaded ?? (await loadApi())).call(...call),
}
