import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useNavigator } from '../../router/navigator.ts'
import { useLayer } from '../../router/useLayer.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'

interface LeaveQuestion {
  /** To be rendered by the page. */
  readonly question: ReactNode
  /** Goes on without asking: what was there has been sent. */
  readonly leaveTo: (to: string, options?: { replace?: boolean }) => void
}

/**
 * Asks before the page is left with something unsaved, whatever leads away: links, Cancel, a back step. Closing the tab
 * makes the browser ask, in its own words.
 *
 * @param loss what becomes of it.
 */
export function useConfirmLeave(isUnsaved: boolean, loss: string): LeaveQuestion {
  const navigator = useNavigator()
  const { isOpen, open, close } = useLayer()
  const leave = useRef(() => {})
  const endGuard = useRef(() => {})
  useEffect(() => {
    if (!isUnsaved) return
    endGuard.current = navigator.guard((go) => {
      leave.current = go
      open()
    })
    return () => endGuard.current()
  }, [isUnsaved, navigator, open])
  useWarnBeforeUnload(isUnsaved)
  const leaveTo = useCallback(
    (to: string, options?: { replace?: boolean }) => {
      endGuard.current()
      navigator.navigate(to, options)
    },
    [navigator],
  )
  return {
    leaveTo,
    question: isOpen && (
      <ConfirmDialog
        title="Are you sure you want to leave?"
        confirmLabel="Leave"
        cancelLabel="Stay"
        danger
        onConfirm={() => leave.current()}
        onClose={close}
      >
        <p>{loss}</p>
      </ConfirmDialog>
    ),
  }
}

function useWarnBeforeUnload(isUnsaved: boolean) {
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isUnsaved])
}
