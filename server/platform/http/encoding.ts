import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

/** Values of an `Accept` or `Accept-Encoding` header, in lower case, with their weights from 0 to 1 (RFC 9110 §12.4.2). */
type Weights = ReadonlyMap<string, number>

const weightsIn = (header: string): Weights =>
  new Map(
    header.split(',').map((part) => {
      const [value = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
      const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      const weight = Number(given ?? 1)
      return [value, weight >= 0 ? Math.min(weight, 1) : 1]
    }),
  )

/** Nearly all clients send one of a few headers. */
const parsed = new LRUCache<string, Weights>({ max: 100 })

function weightsOf(header: string): Weights {
  const known = parsed.get(header)
  if (known) return known
  const weights = weightsIn(header)
  parsed.set(header, weights)
  return weights
}

/**
 * The encoding that the client prefers (RFC 9110 §12.5.3).
 *
 * @param offered from the best on; decides between those of equal weight.
 * @returns `identity` where the client accepts nothing else, or says nothing.
 */
export function bestEncoding<Encoding extends string>(
  request: FastifyRequest,
  offered: readonly Encoding[],
): Encoding | 'identity' {
  const header = request.headers['accept-encoding']
  if (!header) return 'identity'
  const weights = weightsOf(String(header))
  const others = weights.get('*') ?? 0
  let best: Encoding | 'identity' = 'identity'
  let weight = weights.get('identity') ?? 0
  for (const encoding of offered) {
    const own = weights.get(encoding) ?? others
    // What is compressed is preferred to what is not.
    if (own > weight || (own === weight && own > 0 && best === 'identity')) {
      best = encoding
      weight = own
    }
  }
  return best
}

/** Whether the `Accept` header names this media type explicitly; wildcards do not count. */
export const acceptsType = ({ headers: { accept } }: FastifyRequest, type: string): boolean =>
  accept !== undefined && (weightsOf(accept).get(type) ?? 0) > 0
