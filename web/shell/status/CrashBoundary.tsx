import { Component, type ReactNode } from 'react'
import { onDemand } from '../../ui/onDemand.tsx'

/** Few visits need it. */
export const CrashScreen = onDemand(() => import('./CrashScreen.tsx'))

/** Renders `CrashScreen` in place of what threw. */
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override render() {
    return this.state.crashed ? <CrashScreen /> : this.props.children
  }
}
