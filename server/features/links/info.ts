import { errors } from '../../../contract/errors.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Config } from '../../config.ts'
import { parseLinkUrl } from '../../core/posts/linkUrl.ts'
import { fetchOptionsFor } from '../../platform/fetch/fetchDocument.ts'
import { NotFetched } from '../../platform/fetch/guard.ts'
import { Refused } from '../../platform/http/refused.ts'
import { fetchPage } from './page.ts'

/** A semaphore with a limit in total and another for each key. */
interface Semaphore {
  /** @returns a function that releases the permit; null, without waiting, when there is no free permit. */
  tryAcquire(key: string): (() => void) | null
}

function createSemaphore(limits: { atOnce: number; atOncePerKey: number }): Semaphore {
  const heldByKey = new Map<string, number>()
  let total = 0
  return {
    tryAcquire(key) {
      const own = heldByKey.get(key) ?? 0
      if (total >= limits.atOnce || own >= limits.atOncePerKey) return null
      total += 1
      heldByKey.set(key, own + 1)
      return () => {
        total -= 1
        const left = (heldByKey.get(key) ?? 1) - 1
        if (left === 0) heldByKey.delete(key)
        else heldByKey.set(key, left)
      }
    },
  }
}

/** Short, because a member waits for the answer in the form for a new post. */
const timeoutMs = 6000

/** Limits the connections that slow pages can keep open. */
const semaphore = createSemaphore({ atOnce: 16, atOncePerKey: 2 })

/**
 * The title of a web page; empty when it has none, when the URL is not of an HTML page, or when `linkPreviews` is off.
 *
 * @throws Refused with `invalid-url` for an invalid URL or a failed request, or with 429 when too many are in progress.
 */
export async function getLinkInfo(
  { config, settings }: { config: Config; settings: SettingValues },
  member: { id: string },
  text: string,
): Promise<{ title: string }> {
  const link = parseLinkUrl(text)
  if (!link) throw new Refused(errors.invalidUrl)
  if (!settings.linkPreviews) return { title: '' }
  const release = semaphore.tryAcquire(member.id)
  if (!release) throw new Refused(errors.tooManyRequests)
  try {
    const options = { ...fetchOptionsFor(config), timeoutMs, requested: 'title' } as const
    const { title } = await fetchPage(link.url, options, async () => ({ title: '' }))
    return { title }
  } catch (error) {
    throw error instanceof NotFetched ? new Refused(errors.invalidUrl) : error
  } finally {
    release()
  }
}
