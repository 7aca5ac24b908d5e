import { Redis } from 'iovalkey'

/** A store in memory that all processes share, for counts that may be lost. */
export interface Valkey {
  /** Whether its answers are used at the moment. */
  isUsed(): boolean
  /**
   * Asks Valkey, and the database where there is no Valkey or it does not answer.
   *
   * @param ask a command; it may have been performed although its answer did not come.
   */
  askOr<T>(ask: (client: Redis) => Promise<T>, askDatabase: () => Promise<T>): Promise<T>
  close(): void
}

/** Where there is none, the database is asked. */
export const noValkey: Valkey = {
  isUsed: () => false,
  askOr: (_ask, askDatabase) => askDatabase(),
  close: () => {},
}

const keyPrefix = 'folkmoot:'
/** A healthy Valkey needs a millisecond. After this time the database is asked, which is what the caller waits for at most. */
const answerMs = 500
const reconnectMs = 500

/**
 * Connects in the background, so a forum starts and goes on without it.
 *
 * @param url empty for none.
 * @param log is told when it is no longer used, and when it is again.
 */
export function openValkey(url: string, log: (line: string) => void): Valkey {
  if (url === '') return noValkey
  const client = new Redis(url.replace(/^valkey/, 'redis'), {
    keyPrefix,
    // A command that cannot be answered now fails now, and is not performed later.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: answerMs,
    connectTimeout: answerMs,
    retryStrategy: () => reconnectMs,
  })
  let isUsed = false
  let isClosed = false
  /** What the log was told last. */
  let said: 'used' | 'away' | null = null
  const use = () => {
    isUsed = true
    if (said === 'away') log('Valkey (VALKEY_URL) answers again: rate limits are counted there.')
    said = 'used'
  }
  const leave = (reason: string) => {
    isUsed = false
    if (said !== 'away' && !isClosed)
      log(
        `Valkey (VALKEY_URL) does not answer: ${reason}. Rate limits are counted in the database until it does.`,
      )
    said = 'away'
  }
  // Nothing is written before this event: the client has checked that Valkey has loaded its data.
  client.on('ready', use)
  client.on('close', () => leave('the connection has ended'))
  // Without a listener, the client prints them. `close` follows each.
  client.on('error', (error: Error) => leave(error.message))
  return {
    isUsed: () => isUsed,
    async askOr(ask, askDatabase) {
      if (!isUsed) return askDatabase()
      try {
        return await ask(client)
      } catch (error) {
        // So that the next ones do not wait for it, too. The connection is tried again and again.
        if (isUsed) {
          leave((error as Error).message)
          client.disconnect(true)
        }
        return askDatabase()
      }
    },
    close() {
      isClosed = true
      client.disconnect()
    },
  }
}

/** Writes and reads once, for who checks the configuration. @throws when that fails. */
export async function tryValkey(url: string): Promise<void> {
  const client = new Redis(url.replace(/^valkey/, 'redis'), {
    keyPrefix,
    lazyConnect: true,
    connectTimeout: answerMs,
    commandTimeout: answerMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  let reason: Error | null = null
  client.on('error', (error: Error) => {
    reason = error
  })
  try {
    await client.connect()
    await client.set('trial', 'written', 'PX', 60_000)
    if ((await client.get('trial')) !== 'written')
      throw new Error('it returns something else than was stored')
  } catch (error) {
    throw reason ?? error
  } finally {
    client.disconnect()
  }
}
