import type { Plugin } from 'vite'
import type { Endpoint } from '../../../contract/endpoints/endpoint.ts'
import { endpoints } from '../../../contract/endpoints/index.ts'
import { frequentCalls } from './frequentCalls.ts'

const prefix = 'virtual:calls/'

/**
 * Provides the modules `virtual:calls/frequent` and `virtual:calls/rare`: method and path of each call of the contract,
 * by name, and the word `key` behind those that take an idempotency key. They are generated at build time, so that
 * nothing else of the contract reaches the browser: its schemas and descriptions would be half the size of a page.
 */
export function callAddresses(): Plugin {
  const all = Object.entries<Endpoint>(endpoints).map(([name, { method, path, takesIdempotencyKey }]) => [
    name,
    `${method} ${path}${takesIdempotencyKey ? ' key' : ''}`,
  ])
  const isFrequent = (name = '') => frequentCalls.some((one) => one === name)
  const modules = new Map([
    [`\0${prefix}frequent`, all.filter(([name]) => isFrequent(name))],
    [`\0${prefix}rare`, all.filter(([name]) => !isFrequent(name))],
  ])
  return {
    name: 'call-addresses',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      const addresses = modules.get(id)
      return addresses && `export default ${JSON.stringify(Object.fromEntries(addresses))}`
    },
  }
}
