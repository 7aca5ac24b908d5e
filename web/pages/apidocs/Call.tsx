import type { ApiExample, ApiOperation, JsonSchema } from '../../../contract/apiDocument.ts'
import styles from './ApiDocs.module.css'
import { curlOf } from './curl.ts'
import { Fields, SchemaType, Words } from './SchemaType.tsx'

export interface CallProps {
  readonly method: string
  readonly path: string
  readonly operation: ApiOperation
}

export function Call({ method, path, operation }: CallProps) {
  const { operationId, parameters, requestBody } = operation
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const inHeader = parameters.filter((parameter) => parameter.in === 'header')
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? []
  return (
    <article id={operationId} className={styles.call} aria-labelledby={`${operationId}-title`}>
      <h3 id={`${operationId}-title`} className={styles.title}>
        <a href={`#${operationId}`} className={styles.anchor}>
          <Method name={method} />
          <code className={styles.path}>{path}</code>
        </a>
      </h3>
      <p className={styles.summary}>
        <Words text={operation.summary} />
      </p>
      <p className={styles.about}>
        <Words text={operation.description} />
      </p>
      <p className={styles.facts}>
        <code>{operationId}</code>
      </p>
      {inPath.length > 0 && (
        <>
          <h4>In the path</h4>
          <Fields {...fieldsOf(inPath)} otherwise="" />
        </>
      )}
      {inQuery.length > 0 && (
        <>
          <h4>Query</h4>
          <Fields {...fieldsOf(inQuery)} required={inQuery.map(({ name }) => name)} otherwise="" />
        </>
      )}
      {inHeader.length > 0 && (
        <>
          <h4>Header</h4>
          <Fields {...fieldsOf(inHeader)} otherwise="optional" />
        </>
      )}
      {body?.schema.properties && (
        <>
          <h4>
            Body
            <span className={styles.aside}>
              {type}
              {!requestBody?.required && ', optional'}
            </span>
          </h4>
          <Fields of={body.schema.properties} required={body.schema.required ?? []} otherwise="optional" />
        </>
      )}
      <Answers operation={operation} />
      <Refusals operation={operation} />
      {operation['x-examples'].map((example) => (
        <Example key={example.title + example.method} example={example} />
      ))}
    </article>
  )
}

/** The method as a coloured tag. */
export const Method = ({ name }: { name: string }) => (
  <span className={styles.method} data-method={name}>
    {name.toUpperCase()}
  </span>
)

const fieldsOf = (parameters: ApiOperation['parameters']) => ({
  of: Object.fromEntries(
    parameters.map(({ name, description, schema }): [string, JsonSchema] => [
      name,
      { ...schema, description },
    ]),
  ),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
})

function Answers({ operation }: { operation: ApiOperation }) {
  const answers = Object.entries(operation.responses).filter(([status]) => Number(status) < 400)
  return (
    <>
      <h4>Answer</h4>
      {answers.map(([status, { description, content }]) => {
        const schema = content?.['application/json']?.schema
        return (
          <div key={status} className={styles.answer}>
            <p>
              <strong>{status}</strong> {description} {!schema && Object.keys(content ?? {}).join(', ')}
            </p>
            {schema && <Shape schema={schema} />}
          </div>
        )
      })}
    </>
  )
}

/** The schema of an answer: a named object, the fields of an unnamed object, an array, or a union. */
function Shape({ schema }: { schema: JsonSchema }) {
  const { properties, items, oneOf, anyOf = oneOf, required } = schema
  if (anyOf?.some((part) => part.properties))
    return anyOf.map((part, index) => (
      <div key={JSON.stringify(part)}>
        {index > 0 && <p>or</p>}
        <Shape schema={part} />
      </div>
    ))
  if (items?.properties)
    return (
      <>
        <p>An array of objects:</p>
        <Shape schema={items} />
      </>
    )
  if (properties) return <Fields of={properties} required={required ?? []} otherwise="optional" />
  return (
    <p>
      <SchemaType schema={schema} />
    </p>
  )
}

/** Refusals that are specific to the call; those that every call can return are in the introduction. */
function Refusals({ operation }: { operation: ApiOperation }) {
  const own = Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, { content }]) => Object.entries(content?.['application/json']?.examples ?? {}))
    .flatMap(([name, example]) =>
      'value' in example
        ? [{ name, ...(example.value as { status: number; code?: string; message: string }) }]
        : [],
    )
  const general = <a href="#errors">common errors</a>
  if (own.length === 0) return <p className={styles.more}>Errors: {general}.</p>
  return (
    <details className={styles.more}>
      <summary>{own.length === 1 ? '1 specific error' : `${own.length} specific errors`}</summary>
      <ul className={styles.errors}>
        {own.map(({ name, status, code, message }) => (
          <li key={name}>
            <span className={styles.status}>{status}</span>
            <code>{code ?? 'no code'}</code>
            <span className={styles.message}>{message}</span>
          </li>
        ))}
        <li>also {general}</li>
      </ul>
    </details>
  )
}

function Example({ example }: { example: ApiExample }) {
  const { title, as, status, answer } = example
  return (
    <details className={styles.more}>
      <summary>
        Example: {title}
        <span className={styles.aside}>{as === null ? 'a guest' : `as ${as}`}</span>
      </summary>
      <pre className={styles.code} data-copy>
        <code>{curlOf(example)}</code>
      </pre>
      <p className={styles.status}>
        Answer {status}
        {answer === undefined && ', without JSON'}
      </p>
      {answer !== undefined && (
        <pre className={styles.code}>
          <code>{typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2)}</code>
        </pre>
      )}
    </details>
  )
}
