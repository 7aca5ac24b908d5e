import styles from './SearchPage.module.css'

const tips = [
  ['"exactly this"', 'words in this order'],
  ['owls or herons', 'one of them'],
  ['owls -snowy', 'without a word'],
  ['author:name', 'by one member'],
  ['community:name', 'in one community'],
  ['type:link', 'or text, or image'],
  ['after:2025-06 before:2026', 'between two days'],
] as const

/** The syntax of queries. */
export function SearchTips() {
  return (
    <dl className={styles.tips}>
      {tips.map(([example, meaning]) => (
        <div key={example} className={styles.tip}>
          <dt>
            <code>{example}</code>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}
