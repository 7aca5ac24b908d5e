import { type ReactNode, useId } from 'react'
import { classNames } from '../classNames.ts'
import styles from './Table.module.css'

interface TableProps<Row> {
  /** What the table lists. Always read by screen readers, visible unless hidden. */
  caption: string
  hideCaption?: boolean
  columns: readonly { header: string; cell: (row: Row) => ReactNode; align?: 'start' | 'end' }[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Whether phones show the cells of a row below each other; otherwise the table scrolls sideways. */
  stacksOnPhones?: boolean
}

/** Not all browsers make scroll containers focusable, and the keyboard can scroll only what has the focus. */
const keyboardScrolling = { tabIndex: 0 }

/** A table that scrolls sideways in its own box when it is too wide. */
export function Table<Row>({ caption, hideCaption, columns, rows, keyOf, stacksOnPhones }: TableProps<Row>) {
  const id = useId()
  return (
    <section className={classNames(styles.scroll, 'fades')} aria-labelledby={id} {...keyboardScrolling}>
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
