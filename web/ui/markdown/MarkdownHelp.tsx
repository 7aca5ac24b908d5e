import { t } from '../../../contract/texts/t.ts'
import styles from './MarkdownHelp.module.css'

const examples: readonly (readonly [written: string, becomes: string])[] = [
  ['*slanted*  **bold**', 'slanted, bold'],
  ['[words](https://example.org)', 'a link'],
  ['> someone said', 'a quote'],
  ['- one\n- two', 'a list'],
  ['1. first\n2. second', 'a numbered list'],
  ['# Title', 'a heading'],
  ['`code`', 'code in a line'],
  ['```\ncode\n```', 'lines of code'],
  ['~~gone~~', 'struck through'],
  ['>!the butler did it!<', 'a spoiler, covered until it is pressed'],
  ['words[^1]\n\n[^1]: where from', 'a footnote at the end'],
  ['@name  /name', 'links to a member and a community'],
]

/** A short reference of the syntax, shown below the editor. */
export function MarkdownHelp({ id }: { id: string }) {
  return (
    <div id={id} className={styles.help}>
      <table className={styles.table}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t('You write')}</th>
            <th scope="col">{t('It becomes')}</th>
          </tr>
        </thead>
        <tbody>
          {examples.map(([written, becomes]) => (
            <tr key={becomes}>
              <td>
                <code className={styles.written}>{written}</code>
              </td>
              <td>{becomes}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{t('An empty line starts a new paragraph. Pictures and HTML are not shown.')}</p>
    </div>
  )
}
