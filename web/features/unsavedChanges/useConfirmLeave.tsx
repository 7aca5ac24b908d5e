import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { useNavigator } from '../../router/navigator.ts'
import { useLayer } from '../../router/useLayer.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'

interface LeaveQuestion {
  /** The dialog, which the page must render. */
  readonly question: ReactNode
  /** Leaves without asking, because everything was sent. */
  readonly leaveTo: (to: string, options?: { replace?: boolean }) => void
}

/**
 * Asks for confirmation before the page is left with unsaved changes: by links, "Cancel" or a back step. When the tab
 * is closed, the browser asks in its own words.
 *
 * @param loss the consequence, as text.
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
        title={t('Are you sure you want to leave?')}
        confirmLabel={t('Leave')}
        cancelLabel={t('Stay')}
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
