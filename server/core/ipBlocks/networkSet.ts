import { type Address, contains, maskedWord, type Network } from './network.ts'

/** Networks with one prefix length, by a hash of their leading bits. */
type Networks = Map<number, { readonly network: Network; readonly until: number }[]>

/**
 * A set of networks with expiry times. A lookup of an address needs one hash lookup per prefix length that occurs: at
 * most 25 for IPv4 and 121 for IPv6, usually two or three.
 */
export class NetworkSet {
  readonly #lengths = { 4: new Map<number, Networks>(), 6: new Map<number, Networks>() }

  get isEmpty(): boolean {
    return this.#lengths[4].size === 0 && this.#lengths[6].size === 0
  }

  add(network: Network, until = Number.POSITIVE_INFINITY): void {
    this.delete(network)
    const lengths = this.#lengths[network.version]
    const networks = lengths.get(network.prefix) ?? new Map()
    lengths.set(network.prefix, networks)
    const hash = hashOf(network, network.prefix)
    networks.set(hash, [...(networks.get(hash) ?? []), { network, until }])
  }

  delete(network: Network): void {
    const lengths = this.#lengths[network.version]
    const networks = lengths.get(network.prefix)
    const hash = hashOf(network, network.prefix)
    const others = networks?.get(hash)?.filter((one) => !contains(one.network, network))
    if (!networks || !others) return
    if (others.length > 0) networks.set(hash, others)
    else networks.delete(hash)
    if (networks.size === 0) lengths.delete(network.prefix)
  }

  has(address: Address, now = Date.now()): boolean {
    for (const [prefix, networks] of this.#lengths[address.version]) {
      const found = networks.get(hashOf(address, prefix))
      if (found?.some(({ network, until }) => until > now && contains(network, address))) return true
    }
    return false
  }
}

/** A 32-bit hash of the first `prefix` bits. Only admins choose the networks, so nobody can provoke collisions. */
function hashOf({ words }: Address, prefix: number): number {
  let hash = 0
  for (let index = 0; index < words.length; index += 1) {
    hash = Math.imul(hash ^ maskedWord(words[index] ?? 0, index, prefix), 0x9e3779b1)
    hash ^= hash >>> 15
  }
  return hash
}
