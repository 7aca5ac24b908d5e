import { type Address, addressBits, type Network } from './network.ts'

/**
 * Networks, each until a moment, and whether an address lies in one. However many they are, a question looks once
 * for each length of prefix that occurs: at most 25 times for IPv4 and 121 times for IPv6, usually two or three.
 */
export class NetworkSet {
  /** By version and prefix length: the leading bits of each network, and in milliseconds until when it counts. */
  readonly #lengths = { 4: new Map<number, Map<bigint, number>>(), 6: new Map<number, Map<bigint, number>>() }

  get isEmpty(): boolean {
    return this.#lengths[4].size === 0 && this.#lengths[6].size === 0
  }

  add(network: Network, until = Number.POSITIVE_INFINITY): void {
    const lengths = this.#lengths[network.version]
    const networks = lengths.get(network.prefix) ?? new Map<bigint, number>()
    lengths.set(network.prefix, networks)
    networks.set(leadingBits(network, network.prefix), until)
  }

  delete(network: Network): void {
    const lengths = this.#lengths[network.version]
    const networks = lengths.get(network.prefix)
    networks?.delete(leadingBits(network, network.prefix))
    if (networks?.size === 0) lengths.delete(network.prefix)
  }

  has(address: Address, now = Date.now()): boolean {
    for (const [prefix, networks] of this.#lengths[address.version]) {
      const until = networks.get(leadingBits(address, prefix))
      if (until !== undefined && until > now) return true
    }
    return false
  }
}

const leadingBits = ({ version, value }: Address, prefix: number): bigint =>
  value >> BigInt(addressBits[version] - prefix)
