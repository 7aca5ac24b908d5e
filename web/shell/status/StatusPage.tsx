import type { ResolvedPage } from '../../router/resolvePage.ts'
import { Failed } from './Failed.tsx'
import { Forbidden } from './Forbidden.tsx'
import { NotFound } from './NotFound.tsx'

export interface StatusPageProps {
  content: Exclude<ResolvedPage, { kind: 'page' }>
}

/** Shown where there is no page. */
export default function StatusPage({ content }: StatusPageProps) {
  switch (content.kind) {
    case 'not-found':
      return <NotFound />
    case 'forbidden':
      return <Forbidden />
    case 'failed':
      return <Failed error={content.error} />
  }
}
