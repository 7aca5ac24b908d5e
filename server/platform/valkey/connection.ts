import { Redis } from 'iovalkey'
import { errorMessage } from '../errors.ts'

/** An in-memory store that all processes share, for counts that may be lost. */
export interface Valkey {
  /** Whether it is currently used. */
  isUsed(): boolean
  /**
   * Uses Valkey, or the database if there is no Valkey or it does not answer.
   *
   * @param ask runs a command, which may have been executed even if its answer did not arrive.
   */
  askOr<T>(ask: (client: Redis) => Promise<T>, askDatabase: () => Promise<T>): Promise<T>
  close(): void
}

/** Without Valkey, the database is used. */
export const noValkey: Valkey = {
  isUsed: () => false,
  askOr: (_ask, askDatabase) => askDatabase(),
  close: () => {},
}

const keyPrefix = 'folkmoot:'
/** A healthy Valkey needs a millisecond. After this timeout, the database is used instead. */
const answerMs = 500
const reconnectMs = 500

/**
 * Connects in the background, so a forum starts and continues without it.
 *
 * @param url empty for none.
 * @param log receives a message when Valkey is no longer used, and when it is used again.
 */
export function openValkey(url: string, log: (line: string) => void): Valkey {
  if (url === '') return noValkey
  const client = new Redis(url.replace(/^valkey/, 'redis'), {
    keyPrefix,
    // Commands fail at once while there is no connection, instead of being queued.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: answerMs,
    connectTimeout: answerMs,
    retryStrategy: () => reconnectMs,
  })
  let isUsed = false
  let isClosed = false
  /** The state that was logged last. */
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
  // Only now has the client checked that Valkey has loaded its data.
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
        // So that the next calls do not wait for it, too. The client keeps reconnecting.
        if (isUsed) {
          leave(errorMessage(error))
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

/** Writes and reads once, to check the configuration. @throws when that fails. */
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
      throw new Error('it returns something other than what was stored')
  } catch (error) {
    throw reason ?? error
  } finally {
    client.disconnect()
  }
}
