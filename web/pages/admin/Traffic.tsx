import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TrafficCount } from '../../../contract/entities/traffic.ts'
import { formatNumber } from '../../../contract/texts/language.ts'
import { t } from '../../../contract/texts/t.ts'
import { trafficQuery } from '../../data/admin/traffic.ts'
import { useShownPage } from '../../router/page.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { Table } from '../../ui/layout/Table.tsx'
import { SegmentedLinks } from '../../ui/navigation/SegmentedLinks.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import { BlockIpDialog } from './ipBlocks/BlockIpDialog.tsx'
import { ScreenHead } from './ScreenHead.tsx'
import { SettingsForm, type SettingsSection } from './settings/SettingsForm.tsx'
import styles from './Traffic.module.css'
import { pathOfScreen } from './tableParams.ts'

const sections = (): readonly SettingsSection[] => [
  { id: 'crawlers', title: t('Settings'), rows: ['aiCrawlers', 'pagesBeforeCheck'] },
]
const periods = ['hour', 'day'] as const
const usualHours = 24

/** What networks and programs cost the server, and how they are kept from reading too much. */
export function Traffic() {
  const { data } = useSuspenseQuery(trafficQuery)
  const form = useLayer()
  const [network, setNetwork] = useState('')
  const asked = new URLSearchParams(useShownPage().search).get('period')
  const period = periods.find((one) => one === asked) ?? 'hour'
  const { networks, agents } = data[period]
  const labels = { hour: t('Last hour'), day: t('Last 24 hours') }
  const block = (name: string) => {
    setNetwork(name)
    form.open()
  }
  return (
    <>
      <ScreenHead
        title={t('Traffic')}
        hint={t("What takes the most server time. Cached pages aren't counted.")}
      />
      <div className="cards">
        <div className={styles.period}>
          <SegmentedLinks
            label={t('Period')}
            items={periods.map((one) => ({
              href: `${pathOfScreen('traffic')}?period=${one}`,
              label: labels[one],
              current: one === period,
            }))}
          />
        </div>
        <Section id="networks" title={t('Networks')}>
          <Counts
            rows={networks}
            caption={t('Requests by network')}
            header={t('Network')}
            nameOf={({ name }) => <code>{name}</code>}
            actionOf={({ name, blocked }) => (
              <span data-actions="">
                {blocked ? (
                  <Tag tone="danger">{t('Blocked')}</Tag>
                ) : (
                  <Button
                    small
                    aria-label={t('Block {network}', { network: name })}
                    onClick={() => block(name)}
                  >
                    {t('Block')}
                  </Button>
                )}
              </span>
            )}
          />
        </Section>
        <Section id="agents" title={t('Programs')}>
          <Counts
            rows={agents}
            caption={t('Requests by program')}
            header={t('User agent')}
            nameOf={({ name }) => <span className={styles.agent}>{isolated(name || t('None'))}</span>}
          />
        </Section>
        <SettingsForm group="traffic" sections={sections()} />
      </div>
      {form.isOpen && <BlockIpDialog given={{ address: network, hours: usualHours }} onClose={form.close} />}
    </>
  )
}

interface CountsProps {
  rows: readonly TrafficCount[]
  caption: string
  header: string
  nameOf: (row: TrafficCount) => React.ReactNode
  actionOf?: (row: TrafficCount) => React.ReactNode
}

function Counts({ rows, caption, header, nameOf, actionOf }: CountsProps) {
  if (rows.length === 0) return <p className={styles.quiet}>{t('No data yet.')}</p>
  return (
    <Table
      caption={caption}
      hideCaption
      stacksOnPhones
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { header, cell: nameOf },
        { header: t('Requests'), align: 'end', cell: ({ requests }) => formatNumber(requests) },
        {
          header: t('Processing time'),
          align: 'end',
          cell: ({ milliseconds }) => t('{seconds, number} s', { seconds: seconds(milliseconds) }),
        },
        { header: t('Checks'), align: 'end', cell: ({ challenges }) => formatNumber(challenges) },
        { header: t('Passed'), align: 'end', cell: ({ solved }) => formatNumber(solved) },
        ...(actionOf ? [{ header: t('Action'), cell: actionOf }] : []),
      ]}
    />
  )
}

/** With one decimal place below ten. */
const seconds = (milliseconds: number): number =>
  milliseconds < 10_000 ? Math.round(milliseconds / 100) / 10 : Math.round(milliseconds / 1000)
