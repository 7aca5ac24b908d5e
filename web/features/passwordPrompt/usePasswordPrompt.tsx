import { type ReactNode, useCallback, useRef } from 'react'
import { useViewer } from '../../data/account/initial.ts'
import { refusalOf } from '../../data/failure.ts'
import { useLayer } from '../../router/useLayer.ts'
import { onDemand } from '../../ui/onDemand.tsx'

const PasswordDialog = onDemand(() => import('./PasswordDialog.tsx'))

interface PasswordPrompt {
  /** Render it outside of any form. */
  readonly prompt: ReactNode
  /** Asks for the password, and then calls `action`. */
  readonly askPassword: (action: () => void) => void
  /** Handles a failed call: asks for the password and calls `retry` if that is what was missing, else calls `otherwise`. */
  readonly askIfNeeded: (retry: () => void, otherwise: (error: unknown) => void) => (error: unknown) => void
}

/** Whether a call was refused until the viewer gives their password again. */
export const needsPassword = (error: unknown): boolean => refusalOf(error)?.code === 'password_needed'

/** The dialog for calls that need a password that was given recently. */
export function usePasswordPrompt(): PasswordPrompt {
  const viewer = useViewer()
  const { isOpen, open, close } = useLayer()
  const action = useRef(() => {})
  const askPassword = useCallback(
    (next: () => void) => {
      action.current = next
      open()
    },
    [open],
  )
  const askIfNeeded: PasswordPrompt['askIfNeeded'] = (retry, otherwise) => (error) =>
    needsPassword(error) ? askPassword(retry) : otherwise(error)
  return {
    askPassword,
    askIfNeeded,
    prompt: isOpen && viewer && (
      <PasswordDialog
        username={viewer.username}
        onConfirmed={() => {
          close()
          action.current()
        }}
        onClose={close}
      />
    ),
  }
}
