import { t } from '../../../contract/texts/t.ts'
import { Select } from '../../ui/forms/Select.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { dayOf } from './banEnd.ts'

/** How long a ban lasts. */
interface BanTime<Length extends string> {
  readonly length: Length
  /** The last day, for the length `date`. */
  readonly date: string
}

interface BanLengthFieldsProps<Length extends string> {
  value: BanTime<Length>
  lengths: readonly { value: Length; label: string }[]
  /** What is wrong with the last day. */
  mistake?: string | null
  onChange: (value: BanTime<Length>) => void
}

/** The length of a ban, or its last day. */
export function BanLengthFields<Length extends string>(props: BanLengthFieldsProps<Length>) {
  const { lengths, mistake, onChange } = props
  const { length, date } = props.value
  return (
    <>
      <Select
        label={t('Duration')}
        value={length}
        options={lengths}
        onChange={(chosen) => onChange({ length: chosen, date })}
      />
      {length === 'date' && (
        <TextField
          label={t('Last day')}
          type="date"
          min={dayOf(new Date())}
          error={mistake}
          value={date}
          onChange={(day) => onChange({ length, date: day })}
        />
      )}
    </>
  )
}
