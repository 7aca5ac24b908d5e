import { expect, it } from 'vitest'
import type { ApiClient } from '../../contract/endpoints/index.ts'
import { initialQuery } from '../data/account/initial.ts'
import { createQueryClient } from '../data/api.ts'
import { ApiFailure } from '../data/failure.ts'
import { loaders } from '../data/load.ts'
import { routes } from '../routes.ts'
import { fullPatience, resolvePage } from './resolvePage.ts'

it('waits for the data of the shell, even if the page is refused before', async () => {
  let answerInitial = (_answer: unknown) => {}
  const initial = new Promise((resolve) => {
    answerInitial = resolve
  })
  const api: ApiClient = {
    async call(name) {
      if (name === 'getInitial') return initial as never
      throw new ApiFailure({ status: 404, message: 'Community not found.' })
    },
  }
  const queryClient = createQueryClient(api)
  const resolving = resolvePage(
    routes,
    { path: '/nobody_made_this', search: '' },
    loaders(queryClient, fullPatience),
  )
  // After everything that the refusal causes.
  setImmediate(() => answerInitial({ user: null }))
  expect(await resolving).toEqual({ kind: 'not-found' })
  expect(queryClient.getQueryData(initialQuery.queryKey)).toEqual({ user: null })
})
