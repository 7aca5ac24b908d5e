import { createHash } from 'node:crypto'
import type { Services } from '../api/route.ts'
import { getFilledText } from './read.ts'

export interface Terms {
  /** A hash of the text: 22 characters, different for every text. */
  readonly version: string
  /** As the page shows it, in Markdown. */
  readonly text: string
}

/** The terms as they are shown now. */
export async function getCurrentTerms(
  services: Pick<Services, 'db' | 'config' | 'settings' | 'orders'>,
): Promise<Terms> {
  const { terms } = await services.orders.get('staticPages version of the terms', {
    read: async () => {
      const text = await getFilledText(services, 'terms')
      const version = createHash('sha256').update(text).digest('base64url').slice(0, 22)
      return { terms: { version, text }, bytes: text.length }
    },
  })
  return terms
}
