import type { ReactNode, RefObject } from 'react'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { TextField } from '../../ui/forms/TextField.tsx'

interface TitleFieldProps {
  value: string
  error: string | undefined
  hint?: ReactNode
  ref?: RefObject<HTMLInputElement | null>
  onChange: (title: string) => void
}

export function TitleField({ value, ...field }: TitleFieldProps) {
  return (
    <TextField
      label={t('Title')}
      name="title"
      dir="auto"
      autoComplete="off"
      maxLength={limits.titleMaxLength}
      value={value}
      {...field}
    />
  )
}
