import { useSuspenseQuery } from '@tanstack/react-query'
import type { TransparencyRow } from '../../../../contract/entities/transparency.ts'
import { formatNumber } from '../../../../contract/texts/language.ts'
import { t } from '../../../../contract/texts/t.ts'
import { transparencyQuery, urlOfTransparencyFile } from '../../../data/admin/law.ts'
import { useShownPage } from '../../../router/page.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Table } from '../../../ui/layout/Table.tsx'
import { SegmentedLinks } from '../../../ui/navigation/SegmentedLinks.tsx'
import { durationText } from '../../../ui/text/durationText.ts'
import { ScreenHead } from '../ScreenHead.tsx'
import { parseYear, pathOfScreen } from '../tableParams.ts'
import styles from './Law.module.css'

const secondsPerMinute = 60

/** What moderators, admins and reporters did in a year, for transparency reports. */
export function Transparency() {
  const { data } = useSuspenseQuery(transparencyQuery(parseYear(new URLSearchParams(useShownPage().search))))
  const sections = [...new Set(data.rows.map(({ section }) => section))]
  return (
    <>
      <ScreenHead
        title={t('Transparency')}
        hint={t('From {first} to {last} (UTC). Counts are kept even if the log is deleted.', {
          first: data.firstDay,
          last: data.lastDay,
        })}
        action={
          <Button icon="download" href={urlOfTransparencyFile(data.year)} download>
            {t('Download CSV')}
          </Button>
        }
      />
      <div className="filters">
        <SegmentedLinks
          label={t('Year')}
          items={data.years.map((year, ago) => ({
            label: ago === 0 ? t('{year} so far', { year }) : String(year),
            href: `${pathOfScreen('transparency')}?year=${year}`,
            current: year === data.year,
          }))}
        />
      </div>
      <div className="cards">
        {sections.map((section) => (
          <Card key={section} padded>
            <Table
              caption={section}
              columns={columns()}
              rows={data.rows.filter((row) => row.section === section)}
              keyOf={({ label }) => label}
            />
          </Card>
        ))}
      </div>
    </>
  )
}

const columns = () =>
  [
    {
      header: t('Measure'),
      cell: ({ label }: TransparencyRow) => <span className={styles.words}>{label}</span>,
    },
    {
      header: t('Number'),
      align: 'end',
      cell: ({ number, unit }: TransparencyRow) => {
        if (number === null) return '–'
        return unit === 'minutes' ? durationText(number * secondsPerMinute) : formatNumber(number)
      },
    },
  ] as const
