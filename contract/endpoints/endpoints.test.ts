import { describe, expect, it } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './index.ts'

const calls = Object.entries<Endpoint>(endpoints)
const addressOf = ({ method, path }: Endpoint) => `${method} ${path}`
const byAddress = [...new Set(calls.map(([, call]) => addressOf(call)))].map(
  (address) => [address, calls.filter(([, call]) => addressOf(call) === address)] as const,
)

describe('calls with the same method and path', () => {
  it.each(byAddress)(
    '%s: one of them is the default when no parameter selects another',
    (_address, group) => {
      expect(group.filter(([, { when }]) => !when)).toHaveLength(1)
      const selecting = group.flatMap(([, { when }]) => (when ? [when.has] : []))
      expect(new Set(selecting).size).toBe(selecting.length)
    },
  )

  it.each(calls.filter(([, { when }]) => when))('%s takes the parameter that selects it', (_name, call) => {
    expect(call.query?.properties).toHaveProperty(call.when?.has ?? '')
  })

  it.each(byAddress.filter(([, group]) => group.length > 1))(
    '%s: they share what is settled before the query is parsed',
    (_address, group) => {
      const settled = group.map(([, { params, body, upload, who, limit }]) => ({
        params,
        body,
        upload,
        who,
        limit,
      }))
      for (const one of settled) expect(one).toEqual(settled[0])
    },
  )
})
