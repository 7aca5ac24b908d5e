import type { PlainField, PlainForm, Site } from '../../../contract/pages.ts'
import { formPath } from '../../../contract/plainForms.ts'
import { t } from '../../../contract/texts/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import fieldStyles from '../../ui/forms/Field.module.css'
import { Field, type FieldIds } from '../../ui/forms/Field.tsx'
import areaStyles from '../../ui/forms/TextArea.module.css'
import { Logo } from '../../ui/icons/Logo.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import styles from './FormPage.module.css'

/** A form for browsers without scripts. It is static, as the documentation of the API is. */
export default function FormPage({ site, page }: { site: Site; page: PlainForm }) {
  const { title, error, about, form, buttons = [], acts = {}, links } = page
  return (
    <div id="page">
      <header className={styles.bar}>
        <a href="/" className={styles.home}>
          <Logo />
          {site.name}
        </a>
      </header>
      <main id="main" className={styles.main}>
        <Card as="section" padded className={styles.card}>
          <h1 className={styles.title} dir="auto">
            {isolated(title)}
          </h1>
          {error && (
            <div role="alert">
              <Banner tone="danger">
                {error.isEnglish ? (
                  <span lang="en" dir="ltr">
                    {error.text}
                  </span>
                ) : (
                  error.text
                )}
              </Banner>
            </div>
          )}
          {about && (
            <div className={styles.about} dir="auto">
              {'html' in about ? <Markdown html={about.html} /> : about.text}
            </div>
          )}
          {form && (
            <form method="post" action={form.action} className={styles.form}>
              <Hidden values={form.hidden} />
              {form.fields.map((field) => (
                <PlainInput key={field.name} field={field} />
              ))}
              {form.notice && <p className="quiet">{form.notice}</p>}
              <div className={styles.submit}>
                <Button type="submit" variant={form.isDangerous ? 'danger' : 'main'}>
                  {form.submit}
                </Button>
              </div>
            </form>
          )}
          {buttons.length > 0 && (
            <form method="post" action={formPath('act')} className="stack">
              <Hidden values={acts} />
              {buttons.map(({ name, value, label }) => (
                <div key={name + value}>
                  <Button type="submit" name={name} value={value}>
                    {label}
                  </Button>
                </div>
              ))}
            </form>
          )}
          <nav aria-label={t('Other options')} className={styles.links}>
            {links.map(({ href, label, inNewTab }) => (
              <a key={href} href={href} {...(inNewTab && { target: '_blank', rel: 'noopener' })}>
                {label}
              </a>
            ))}
          </nav>
        </Card>
      </main>
    </div>
  )
}

function Hidden({ values }: { values: Readonly<Record<string, string>> }) {
  return Object.entries(values).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}

const inputTypes = { line: 'text', password: 'password', url: 'text', email: 'email' } as const

function PlainInput({ field }: { field: PlainField }) {
  const { name, label, kind, value, hint, maxLength, choices = [], autoComplete } = field
  if (kind === 'box')
    return (
      <Checkbox
        label={label}
        {...(hint && { hint })}
        name={name}
        value={value}
        required={!field.isOptional}
        disabled={field.isFixed}
        checked={field.isTicked === true}
        onChange={() => {}}
      />
    )
  const control = (ids: FieldIds) =>
    kind === 'text' ? (
      <textarea
        {...ids}
        name={name}
        rows={8}
        dir="auto"
        maxLength={maxLength}
        defaultValue={value}
        className={classNames(fieldStyles.control, areaStyles.area)}
      />
    ) : (
      <input
        {...ids}
        name={name}
        type={inputTypes[kind]}
        dir={kind === 'line' ? 'auto' : undefined}
        inputMode={kind === 'url' ? 'url' : undefined}
        maxLength={maxLength}
        autoComplete={autoComplete ?? 'off'}
        autoCapitalize={name === 'title' ? undefined : 'none'}
        defaultValue={value}
        list={choices.length > 0 ? `${name}-choices` : undefined}
        className={fieldStyles.control}
      />
    )
  return (
    <>
      <Field label={label} hint={hint}>
        {control}
      </Field>
      {choices.length > 0 && (
        <datalist id={`${name}-choices`}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}
