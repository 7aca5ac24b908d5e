import { type ReactNode, useId } from 'react'
import { classNames } from '../classNames.ts'
import styles from './Table.module.css'

interface TableProps<Row> {
  /** What the table lists; heard, and seen unless hidden. */
  caption: string
  hideCaption?: boolean
  columns: readonly { header: string; cell: (row: Row) => ReactNode; align?: 'start' | 'end' }[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Whether a phone shows the facts of a row below each other, where it would otherwise scroll sideways. */
  stacksOnPhones?: boolean
}

/** Where browsers do not do it by themselves, a keyboard can scroll only what it can reach. */
const keyboardScrolling = { tabIndex: 0 }

/** Rows of facts. Scrolls sideways by itself when it is wider than its place. */
export function Table<Row>({ caption, hideCaption, columns, rows, keyOf, stacksOnPhones }: TableProps<Row>) {
  const id = useId()
  return (
    <section className={styles.scroll} aria-labelledby={id} {...keyboardScrolling}>
      <table className={classNames(styles.table, stacksOnPhones && styles.stacked)}>
        <caption id={id} className={hideCaption ? 'visually-hidden' : styles.caption}>
          {caption}
        </caption>
        <thead>
          <tr>
            {columns.map(({ header, align }) => (
              <th key={header} scope="col" data-align={align}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ header, cell, align }) => (
                <td key={header} data-align={align} data-header={stacksOnPhones ? header : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
