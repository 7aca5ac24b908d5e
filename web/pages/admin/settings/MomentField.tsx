import { TextField } from '../../../ui/forms/TextField.tsx'
import type { TextControlProps } from './AccentField.tsx'

/** A time in the viewer's time zone. Its value is in UTC, such as `2030-12-31T18:00Z`, or empty. */
export function MomentField({ value, onChange, hint, ...field }: TextControlProps) {
  return (
    <TextField
      {...field}
      hint={hint?.replace(', in UTC', ', in your time zone')}
      type="datetime-local"
      value={localOf(value)}
      onChange={(local) => onChange(utcOf(local))}
    />
  )
}

const minuteMs = 60_000

/** @returns an empty text for an invalid time. */
function localOf(value: string): string {
  const at = new Date(value.replace('Z', ':00Z'))
  if (Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() - at.getTimezoneOffset() * minuteMs).toISOString().slice(0, 16)
}

function utcOf(local: string): string {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? '' : `${at.toISOString().slice(0, 16)}Z`
}
