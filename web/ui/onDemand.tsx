import { type ReactNode, useEffect, useState } from 'react'

interface OnDemand<Props> {
  (props: Props): ReactNode
  /** Fetches the program before it is needed, and resolves when it is there. A failure is ignored, because rendering tries again. */
  prefetch(): Promise<void>
}

/**
 * A component whose program is fetched when it is first rendered; nothing is shown until then. React's `lazy` shows it at the
 * earliest 300 ms after the press, even if it is there, because React delays what replaces the fallback of a `Suspense`.
 *
 * @param options.isDispensable nothing is shown if the program cannot be fetched; otherwise the page shows the error.
 */
export function onDemand<Props extends object>(
  load: () => Promise<{ default: (props: Props) => ReactNode }>,
  { isDispensable = false } = {},
): OnDemand<Props> {
  let Loaded: ((props: Props) => ReactNode) | undefined
  const fetch = async () => {
    Loaded ??= (await load()).default
  }
  function Shown(props: Props) {
    const [, setIsThere] = useState(Loaded !== undefined)
    const [failure, setFailure] = useState<{ error: unknown } | null>(null)
    useEffect(() => {
      fetch().then(
        () => setIsThere(true),
        (error) => setFailure({ error }),
      )
    }, [])
    // The error boundary of the page shows it.
    if (failure && !isDispensable) throw failure.error
    return Loaded && <Loaded {...props} />
  }
  return Object.assign(Shown, { prefetch: () => fetch().catch(() => {}) })
}
