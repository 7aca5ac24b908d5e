import { createElement, Fragment, type ReactNode } from 'react'
import type { JsonSchema } from '../../../contract/apiDocument.ts'
import styles from './ApiDocs.module.css'

/** The name of the object that a `$ref` points to. */
const nameIn = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1)

/**
 * The values that a schema allows, in one line: `Post
 * null`, `text`, `1 … 50`.
 */
export function SchemaType({ schema }: { schema: JsonSchema }): ReactNode {
  const { $ref, oneOf, anyOf = oneOf, items, format, type, contentMediaType, minimum, maximum } = schema
  const words = schema.enum
  if ($ref) return <a href={`#object-${nameIn($ref)}`}>{nameIn($ref)}</a>
  if (anyOf) return separated(anyOf.map((part) => <SchemaType key={JSON.stringify(part)} schema={part} />))
  if (words) return separated(words.map((word) => <Word key={String(word)}>{String(word)}</Word>))
  const names = [type ?? (contentMediaType ? 'file' : 'any value')].flat()
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
  of: Readonly<Record<string, JsonSchema>>
  required: readonly string[]
  /** The note on optional fields. */
  otherwise: string
}

/** Names, types and descriptions of parameters or fields. */
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

/** The fields of an inline object. */
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

/** Renders text with code in backticks. */
export const Words = ({ text }: { text: string }) =>
  createElement(
    Fragment,
    null,
    ...text
      .split('`')
      .map((part, index) => (index % 2 === 1 ? createElement(Word, null, part) : part.replaceAll('**', ''))),
  )
