import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoints/endpoint.ts'
import { type ApiError, type ErrorName, errors } from '../../contract/errors.ts'
import { type Scene, startScene } from './scene.ts'

type Provoke = (scene: Scene) => Promise<LightMyRequestResponse>

/** How to cause each error that the contract names for each call; a missing one does not compile. */
export type Provocations<Endpoints extends Record<string, Endpoint>> = {
  [Name in keyof Endpoints]: { [Error in Endpoints[Name]['errors'][number]]: Provoke }
}

/** Tests that every call returns every error of its contract, and no further text. */
export function describeRefusals<Endpoints extends Record<string, Endpoint>>(
  endpoints: Endpoints,
  provocations: Provocations<Endpoints>,
): void {
  let scene: Scene
  beforeAll(async () => {
    scene = await startScene()
  })
  afterAll(() => scene.forum.close())

  describe.each(Object.keys(endpoints))('%s', (name) => {
    const provoked = Object.entries<Provoke>(provocations[name] ?? {})

    it('is provoked to every error of its contract', () => {
      expect(provoked.map(([error]) => error)).toEqual(endpoints[name]?.errors)
    })

    it.each(provoked)('answers %s', async (error, provoke) => {
      const answer = await provoke(scene)
      const { isExplained, ...expected }: ApiError = errors[error as ErrorName]
      expect(answer.statusCode).toBe(expected.status)
      expect(answer.json()).toEqual({ ...expected, ...(isExplained && { message: expect.any(String) }) })
    })
  })
}
