declare module 'autocannon' {
  interface Options {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    /** Seconds. */
    timeout: number
    requests: { method: string; path: string; headers: Record<string, string>; body?: string | Buffer }[]
  }
  interface Result {
    /** Milliseconds. */
    latency: { p50: number; p99: number }
    requests: { total: number }
    /** Bytes. */
    throughput: { total: number }
    /** Seconds. */
    duration: number
    errors: number
    non2xx: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
