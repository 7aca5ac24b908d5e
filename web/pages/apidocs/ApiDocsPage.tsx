import type { ApiDocument, ApiGuide } from '../../../contract/apiDocument.ts'
import type { Site } from '../../../contract/pages.ts'
import { Logo } from '../../ui/icons/Logo.tsx'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import styles from './ApiDocs.module.css'
import { Call, type CallProps, Method } from './Call.tsx'
import { Fields, Words } from './SchemaType.tsx'

/**
 * The documentation of the API, in English as the OpenAPI document is. It is static and not part of the browser bundle: the server
 * renders it once, without hydration.
 */
export default function ApiDocsPage({ site, guide }: { site: Site; guide: ApiGuide }) {
  const { document, introduction } = guide
  const subjects = subjectsOf(document)
  const objects = Object.entries(document.components.schemas)
  const contents = (
    <Contents introduction={introduction} subjects={subjects} objects={objects.map(([name]) => name)} />
  )
  return (
    <div id="page">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <header className={styles.bar}>
        <a href="/" className={styles.home}>
          <Logo />
          {site.name}
        </a>
        <a href="/api/openapi.json" className={styles.download}>
          openapi.json
        </a>
      </header>
      <div className={styles.columns}>
        <nav aria-label="Contents" className={styles.contents}>
          {contents}
        </nav>
        <main id="main" className={styles.main} tabIndex={-1}>
          <div className={styles.card}>
            <h1 className={styles.heading}>{document.info.title}</h1>
            <details className={styles.contentsAbove}>
              <summary>Contents</summary>
              <nav aria-label="Contents">{contents}</nav>
            </details>
            <Markdown html={introduction} className={styles.introduction ?? ''} />
          </div>
          {subjects.map(({ name, description, addresses }) => (
            <section
              key={name}
              id={idOf(name)}
              className={styles.card}
              aria-labelledby={`${idOf(name)}-title`}
            >
              <h2 id={`${idOf(name)}-title`} className={styles.subject}>
                {name}
              </h2>
              <p className={styles.about}>
                <Words text={description} />
              </p>
              {addresses.map((address) => (
                <Call key={address.operation.operationId} {...address} />
              ))}
            </section>
          ))}
          <section id="objects" className={styles.card} aria-labelledby="objects-title">
            <h2 id="objects-title" className={styles.subject}>
              Objects
            </h2>
            <p className={styles.about}>The objects that answers contain.</p>
            {objects.map(([name, schema]) => (
              <article key={name} id={`object-${name}`} className={styles.call}>
                <h3 className={styles.title}>
                  <a href={`#object-${name}`} className={styles.anchor}>
                    {name}
                  </a>
                </h3>
                <Fields of={schema.properties ?? {}} required={schema.required ?? []} otherwise="optional" />
              </article>
            ))}
          </section>
          <footer className={styles.footer}>
            <a href="/about">About</a>
            <a href="/terms">Terms</a>
            <a href="/privacy-policy">Privacy</a>
            <span>
              {site.name} {document.info.version}
            </span>
          </footer>
        </main>
      </div>
    </div>
  )
}

interface SubjectCalls {
  readonly name: string
  readonly description: string
  readonly addresses: readonly CallProps[]
}

/** The calls by subject, in the order of the OpenAPI document. */
function subjectsOf({ tags, paths }: ApiDocument): SubjectCalls[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): CallProps => ({ method, path, operation })),
  )
  return tags.map(({ name, description }) => ({
    name,
    description,
    addresses: all.filter(({ operation }) => operation.tags[0] === name),
  }))
}

const idOf = (subject: string) => `about-${subject.toLowerCase().replaceAll(' ', '-')}`

interface ContentsProps {
  introduction: string
  subjects: readonly SubjectCalls[]
  objects: readonly string[]
}

function Contents({ introduction, subjects, objects }: ContentsProps) {
  const chapters = [...introduction.matchAll(/<h2 id="([^"]+)"[^>]*>(.*?)<\/h2>/g)]
  return (
    <ul className={styles.chapters}>
      {chapters.map(([, id, title]) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
      {subjects.map(({ name, addresses }) => (
        <li key={name}>
          <details>
            <summary>{name}</summary>
            <ul>
              {addresses.map(({ method, path, operation }) => (
                <li key={operation.operationId}>
                  <a href={`#${operation.operationId}`} title={operation.summary}>
                    <Method name={method} />
                    <span className={styles.where}>{path.replace(/^\/api/, '')}</span>
                  </a>
                </li>
              ))}
            </ul>
          </details>
        </li>
      ))}
      <li>
        <details>
          <summary>Objects</summary>
          <ul>
            {objects.map((name) => (
              <li key={name}>
                <a href={`#object-${name}`}>{name}</a>
              </li>
            ))}
          </ul>
        </details>
      </li>
    </ul>
  )
}
