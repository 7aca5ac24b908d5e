import { errors } from '../../contract/errors.ts'
import type { Config } from '../config.ts'
import { Refused } from '../http/refused.ts'
import { fetchDocument, fetchingFor } from './fetch.ts'
import { createGate } from './gate.ts'
import { NotFetched } from './guard.ts'
import { isHtml, readPageFacts } from './page.ts'
import { readLinkUrl } from './url.ts'

/** A member waits for it, with the form for a new post open. */
const timeoutMs = 6000

/** However slow the pages are that members name, they keep no more connections than these busy. */
const gate = createGate({ atOnce: 16, atOncePerKey: 2 })

/**
 * The title that a web page gives itself; empty when it has none, when it is no page, or where the operator wants no
 * such connections.
 *
 * @throws Refused with invalid-url when the address is none or the page cannot be had; with 429 when too many wait.
 */
export async function readLinkInfo(
  config: Config,
  member: { id: string },
  text: string,
): Promise<{ title: string }> {
  const link = readLinkUrl(text)
  if (!link) throw new Refused(errors.invalidUrl)
  if (!config.linkPreviews) return { title: '' }
  const leave = gate.enter(member.id)
  if (!leave) throw new Refused(errors.tooManyRequests)
  try {
    return await fetchDocument(link.url, { ...fetchingFor(config), timeoutMs }, async (answer) => ({
      title: isHtml(answer) ? (await readPageFacts(answer)).title : '',
    }))
  } catch (error) {
    throw error instanceof NotFetched ? new Refused(errors.invalidUrl) : error
  } finally {
    leave()
  }
}
