import { t } from '../../../contract/texts/t.ts'
import styles from './MarkdownHelp.module.css'

const examplesOf = (): readonly (readonly [written: string, becomes: string])[] => [
  [t('*italic*  **bold**'), t('italic, bold')],
  [t('[text](https://example.org)'), t('a link')],
  [t('> quoted text'), t('a quote')],
  [t('- one\n- two'), t('a list')],
  [t('1. first\n2. second'), t('a numbered list')],
  [t('# Title'), t('a heading')],
  [t('`code`'), t('inline code')],
  [t('```\ncode\n```'), t('a code block')],
  [t('~~deleted~~'), t('strikethrough')],
  [t('>!the butler did it!<'), t('a spoiler, hidden until clicked')],
  [t('text[^1]\n\n[^1]: source'), t('a footnote')],
  [t('@name  /name'), t('links to a member and a community')],
]

/** A short reference of the syntax, shown below the editor. */
export function MarkdownHelp({ id }: { id: string }) {
  return (
    <div id={id} className={styles.help}>
      <table className={styles.table}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t('You type')}</th>
            <th scope="col">{t('You get')}</th>
          </tr>
        </thead>
        <tbody>
          {examplesOf().map(([written, becomes]) => (
            <tr key={becomes}>
              <td>
                <code className={styles.written}>{written}</code>
              </td>
              <td>{becomes}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{t("Leave a blank line between paragraphs. Images and HTML don't work here.")}</p>
    </div>
  )
}
