import { type Static, Type } from 'typebox'
import { flag, int, listOf, text } from './schema.ts'

export const TrafficCount = Type.Object({
  name: text('The network, such as `203.0.113.0/24`, or the beginning of the `User-Agent`; empty for none.'),
  requests: int('How many requests were not answered from a cache.'),
  milliseconds: int('How long the server took until their answers were ready, in total.'),
  challenges: int('How often the browser was checked in place of a page.'),
  solved: int('How often a browser passed the check.'),
  blocked: flag('Whether the network is blocked now.'),
})
export type TrafficCount = Static<typeof TrafficCount>

export const TrafficPeriod = Type.Object({
  networks: listOf(
    TrafficCount,
    '/24 of IPv4 addresses and /48 of IPv6 addresses, the most expensive first.',
  ),
  agents: listOf(TrafficCount, 'Programs, as they call themselves, the most expensive first.'),
})
export type TrafficPeriod = Static<typeof TrafficPeriod>
