import type { LawDocuments } from '../../../contract/endpoints/law.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Services } from '../../core/api/route.ts'
import { renderStaticPage } from '../../platform/markdown/page.ts'
import { listConnections } from './connections.ts'
import { getFacts } from './facts.ts'
import { recordsOfProcessing } from './recordsOfProcessing.ts'
import { retentionTable } from './retentionTable.ts'
import { riskAssessment } from './riskAssessment.ts'

type LawServices = Pick<Services, 'db' | 'config' | 'settings'>

/** Names of the downloads and the texts behind them. */
export const lawFiles = ['risk-assessment', 'records-of-processing'] as const
type LawFile = (typeof lawFiles)[number]

/** The documents as Markdown, filled in from the settings, the configuration and counts of the forum. */
export async function writeLawFiles({ db, config, settings }: LawServices): Promise<Record<LawFile, string>> {
  const facts = await getFacts(db)
  const day = new Date().toISOString().slice(0, 10)
  return {
    'risk-assessment': riskAssessment({ config, settings, facts, day }),
    'records-of-processing': recordsOfProcessing({
      config,
      settings,
      day,
      connections: listConnections(config, { settings, isTorBlocked: facts.isTorBlocked }),
      retention: retentionTable(config),
    }),
  }
}

/** Retention periods, connections to others, and both documents as HTML. */
export async function getLawDocuments(services: LawServices): Promise<LawDocuments> {
  const { config, settings } = services
  const { isTorBlocked } = await getFacts(services.db)
  const files = await writeLawFiles(services)
  const htmlOf = (file: LawFile) => renderStaticPage(files[file], { ...config, ...siteNameOf(settings) }).html
  return {
    retention: retentionTable(config),
    connections: listConnections(config, { settings, isTorBlocked }),
    riskAssessmentHtml: htmlOf('risk-assessment'),
    recordsHtml: htmlOf('records-of-processing'),
  }
}

const siteNameOf = ({ siteName }: SettingValues) => ({ siteName })
