import type { Plugin } from 'vite'
import type { Endpoint } from '../../../contract/endpoints/endpoint.ts'
import { endpoints } from '../../../contract/endpoints/index.ts'

const name = 'virtual:calls'

/**
 * Provides the module `virtual:calls`: method and path of each call of the contract, by name, and the word `key` behind
 * those that take an idempotency key. It is generated at build time, so that nothing else of the contract reaches the
 * browser: its schemas and descriptions would be half the size of a page.
 */
export function callAddresses(): Plugin {
  const addresses = Object.entries<Endpoint>(endpoints).map(
    ([call, { method, path, takesIdempotencyKey }]) => [
      call,
      `${method} ${path}${takesIdempotencyKey ? ' key' : ''}`,
    ],
  )
  return {
    name: 'call-addresses',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) =>
      id === `\0${name}` ? `export default ${JSON.stringify(Object.fromEntries(addresses))}` : undefined,
  }
}
