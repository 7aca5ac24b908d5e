import { createElement, Fragment, type ReactNode } from 'react'
import type { JsonSchema } from '../../../contract/apiDocument.ts'
import styles from './ApiDocs.module.css'

/** The name of the object that a reference leads to. */
const nameIn = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1)

/** What values a schema takes, in a line: `Post | null`, `text`, `1 … 50`. */
export function SchemaType({ schema }: { schema: JsonSchema }): ReactNode {
  const { $ref, oneOf, anyOf = oneOf, items, format, type, minimum, maximum } = schema
  const words = schema.enum
  if ($ref) return <a href={`#object-${nameIn($ref)}`}>{nameIn($ref)}</a>
  if (anyOf) return separated(anyOf.map((part) => <SchemaType key={JSON.stringify(part)} schema={part} />))
  if (words) return separated(words.map((word) => <Word key={String(word)}>{String(word)}</Word>))
  const names = [type ?? 'file'].flat()
  if (items)
    return (
      <>
        array of <SchemaType schema={items} />
        {names.includes('null') && ' | null'}
      </>
    )
  const shown = names.map((name) => nameOfType(name, format)).join(' | ')
  return minimum !== undefined && maximum !== undefined
    ? `${shown}, ${minimum} to ${maximum}`
    : maximum === undefined
      ? shown
      : `${shown}, at most ${maximum}`
}

const nameOfType = (type: string, format: string | undefined) =>
  type === 'string' && format === 'date-time' ? 'time' : type

const separated = (parts: readonly ReactNode[]) =>
  createElement(Fragment, null, ...parts.flatMap((part, index) => (index > 0 ? [' | ', part] : [part])))

const Word = ({ children }: { children: string }) => <code className={styles.word}>{children}</code>

interface FieldsProps {
  /** By name. */
  of: Readonly<Record<string, JsonSchema>>
  required: readonly string[]
  /** The remark on fields that may be missing. */
  otherwise: string
}

/** Names, types and meanings of what a call is given, or of what an object has. */
export function Fields({ of, required, otherwise }: FieldsProps) {
  return (
    <dl className={styles.fields}>
      {Object.entries(of).map(([name, schema]) => (
        <div key={name} className={styles.field}>
          <dt>
            <code className={styles.name}>{name}</code>
            <span className={styles.type}>
              <SchemaType schema={schema} />
            </span>
            {!required.includes(name) && <span className={styles.optional}>{otherwise}</span>}
          </dt>
          <dd>
            {schema.description && <Words text={schema.description} />}
            {schema.default !== undefined && (
              <>
                {' '}
                By default <Word>{String(schema.default)}</Word>.
              </>
            )}
            <Inside schema={schema} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The fields of an object that has no name of its own. */
function Inside({ schema }: { schema: JsonSchema }) {
  const inner = schema.properties ? schema : schema.items?.properties ? schema.items : null
  if (!inner?.properties) return null
  return (
    <ul className={styles.inside}>
      {Object.entries(inner.properties).map(([name, part]) => (
        <li key={name}>
          <code className={styles.name}>{name}</code>{' '}
          <span className={styles.type}>
            <SchemaType schema={part} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** A sentence with code in backticks, as the document has it. */
export const Words = ({ text }: { text: string }) =>
  createElement(
    Fragment,
    null,
    ...text
      .split('`')
      .map((part, index) => (index % 2 === 1 ? createElement(Word, null, part) : part.replaceAll('**', ''))),
  )
