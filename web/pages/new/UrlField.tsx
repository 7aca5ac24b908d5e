import { TextField } from '../../ui/forms/TextField.tsx'
import { completeUrl } from './linkUrl.ts'

interface UrlFieldProps {
  value: string
  error: string | undefined
  autoFocus: boolean
  onChange: (url: string) => void
  /** Called when the field loses the focus and has a valid URL. */
  onSettled: (url: string) => void
}

export function UrlField({ value, error, autoFocus, onChange, onSettled }: UrlFieldProps) {
  return (
    <TextField
      label="URL"
      name="url"
      type="url"
      dir="ltr"
      inputMode="url"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="https://"
      autoFocus={autoFocus}
      value={value}
      error={error}
      onChange={onChange}
      onBlur={() => {
        const url = completeUrl(value)
        if (url !== value) onChange(url)
        if (url !== '') onSettled(url)
      }}
    />
  )
}
