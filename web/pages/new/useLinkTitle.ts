import { useCallback, useEffect, useRef, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { useApi } from '../../data/api.ts'
import { acceptText } from '../../ui/forms/acceptText.ts'

interface LinkTitle {
  readonly isFetching: boolean
  /** Fetches the title of a page, unless the previous request was for the same URL. */
  readonly fetchTitle: (url: string) => void
}

/**
 * Suggests the title of a linked page. Failures are silent, because the suggestion is optional.
 *
 * @param onTitle receives a title that is not empty, and the requested URL.
 */
export function useLinkTitle(onTitle: (title: string, url: string) => void): LinkTitle {
  const api = useApi()
  const [isFetching, setIsFetching] = useState(false)
  const asked = useRef<{ url: string; controller: AbortController } | null>(null)
  useEffect(() => () => asked.current?.controller.abort(), [])
  const fetchTitle = useCallback(
    async (url: string) => {
      if (asked.current?.url === url) return
      asked.current?.controller.abort()
      const controller = new AbortController()
      asked.current = { url, controller }
      setIsFetching(true)
      const title = await api.call('getLinkInfo', { query: { url } }, { signal: controller.signal }).then(
        (found) => acceptText(found.title.trim(), { maxLength: limits.titleMaxLength }),
        () => '',
      )
      // The field contains another URL by now.
      if (controller.signal.aborted) return
      setIsFetching(false)
      if (title !== '') onTitle(title, url)
    },
    [api, onTitle],
  )
  return { isFetching, fetchTitle }
}
