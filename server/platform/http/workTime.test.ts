import fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endTurns, noOverload, takeTurn } from './overload.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (milliseconds: number) => void vi.advanceTimersByTime(milliseconds)
/** Each request waits for as long. */
const overload = {
  ...noOverload,
  admit: async () => {
    pass(1000)
    return () => {}
  },
}

describe('the time that is counted', () => {
  it.each([
    ['with a body', 'POST', 'first', 7],
    ['without one', 'GET', 'first', 7],
    ['that gets its slot in the handler', 'GET', 'inHandler', 7],
    ['of an upload, whose slot ends before', 'POST', 'endsBefore', 2],
  ] as const)('for a request %s is without waiting', async (_name, method, turn, expected) => {
    const app = fastify()
    const times: number[] = []
    endTurns(app, (request) => times.push(request.workMs))
    app.addHook('onRequest', async (request) => {
      if (turn === 'inHandler') return
      await takeTurn(overload, request, 'guest')
      pass(2)
      if (turn === 'endsBefore') request.endTurn?.()
    })
    app.addHook('preParsing', async (request) => {
      // How long the body takes to arrive.
      if (request.method === 'POST') pass(5000)
    })
    app.route({
      method,
      url: '/',
      handler: async (request) => {
        if (turn === 'inHandler') await takeTurn(overload, request, 'guest')
        pass(7)
        return 'done'
      },
    })
    await app.inject({ method, url: '/', ...(method === 'POST' && { payload: { a: 1 } }) })
    expect(times).toEqual([expected])
    await app.close()
  })
})
