import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { Button } from '../buttons/Button.tsx'
import { TextSkeleton } from '../feedback/Skeleton.tsx'
import { Markdown } from './Markdown.tsx'
import styles from './MarkdownEditor.module.css'

interface MarkdownPreviewProps {
  source: string
  /** Renders it as the server would. */
  preview: (source: string) => Promise<string>
}

/** The rendered text. The previous result stays until the server answers. */
export function MarkdownPreview({ source, preview }: MarkdownPreviewProps) {
  const [html, setHtml] = useState<string | null>(null)
  const [state, setState] = useState<'waiting' | 'failed' | 'shown'>('waiting')
  /** Counts the requests: only the answer of the last one is shown. */
  const last = useRef(0)
  const render = async (source: string) => {
    last.current += 1
    const turn = last.current
    setState('waiting')
    try {
      const rendered = source.trim() === '' ? '' : await preview(source)
      if (turn !== last.current) return
      setHtml(rendered)
      setState('shown')
    } catch {
      if (turn === last.current) setState('failed')
    }
  }
  const renderChanged = useEffectEvent(render)
  useEffect(() => {
    void renderChanged(source)
    return () => {
      last.current += 1
    }
  }, [source])
  return (
    <div className={styles.preview} aria-busy={state === 'waiting'}>
      {state === 'failed' ? (
        <p className={styles.failed} role="alert">
          {t("Couldn't load the preview.")}{' '}
          <Button small onClick={() => void render(source)}>
            {t('Try again')}
          </Button>
        </p>
      ) : html === null ? (
        <TextSkeleton />
      ) : (
        <Markdown html={html} />
      )}
    </div>
  )
}
