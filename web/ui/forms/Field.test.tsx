import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Checkbox } from './Checkbox.tsx'
import { Select } from './Select.tsx'
import { Switch } from './Switch.tsx'
import { TextArea } from './TextArea.tsx'
import { TextField } from './TextField.tsx'

const ignore = () => {}

describe('a text field', () => {
  it('[CORE-5-030] shows the used and the maximum length', () => {
    const html = renderToString(
      <TextField label="Title" value="Hello 🌳" onChange={ignore} maxLength={255} />,
    )
    expect(html).toContain('>7 / 255<')
  })

  it('[CORE-5-030] shows it for several lines as well', () => {
    const html = renderToString(<TextArea label="About" value="" onChange={ignore} maxLength={2000} />)
    expect(html).toContain('>0 / 2000<')
  })

  it('says when no more fits, so that the end of what is pasted is not missing without a word', () => {
    const of = (value: string) =>
      renderToString(<TextArea label="About" value={value} onChange={ignore} maxLength={5} />)
    expect(of('four')).toContain('>4 / 5<')
    expect(of('fiver')).toContain('>5 / 5, limit reached<')
  })

  it('shows no count without a limit', () => {
    expect(renderToString(<TextField label="Title" value="Hello" onChange={ignore} />)).not.toContain(' / ')
  })

  it('is connected to its label and its error', () => {
    const html = renderToString(
      <TextField label="Title" value="" onChange={ignore} hint="Say it short." error="Too short." />,
    )
    const id = /<label for="([^"]+)"/.exec(html)?.[1]
    expect(html).toContain(`id="${id}" aria-describedby="${id}note" aria-invalid="true"`)
    expect(html).toMatch(new RegExp(`<div id="${id}note"[^>]* role="alert">Too short\\.</div>`))
    expect(html).not.toContain('Say it short.')
  })

  it('keeps a hint that says what the error is about', () => {
    const html = renderToString(
      <TextField label="Title" value="" onChange={ignore} hint="Two words." error="Too short." keepsHint />,
    )
    const id = /<label for="([^"]+)"/.exec(html)?.[1]
    expect(html).toContain(`aria-describedby="${id}note ${id}hint"`)
    expect(html).toMatch(new RegExp(`>Too short\\.</div><div id="${id}hint"[^>]*>Two words\\.</div>`))
  })

  it('keeps a hidden label for screen readers', () => {
    const html = renderToString(<TextField label="Search" hideLabel value="" onChange={ignore} />)
    expect(html).toMatch(/<label for="[^"]+" class="visually-hidden">Search<\/label>/)
  })
})

describe('choices', () => {
  it('show what is chosen', () => {
    const options = [
      { value: 'all', label: 'All' },
      { value: 'subscriptions', label: 'Subscriptions' },
    ] as const
    const html = renderToString(
      <Select label="Home feed" value="subscriptions" onChange={ignore} options={options} />,
    )
    expect(html).toContain('<option value="subscriptions" selected="">')
    expect(renderToString(<Checkbox label="Remember" checked onChange={ignore} />)).toContain('checked=""')
    expect(renderToString(<Switch label="Dark mode" checked={false} onChange={ignore} />)).toMatch(
      /role="switch"(?![^>]* (?:aria-)?checked)/,
    )
  })
})
