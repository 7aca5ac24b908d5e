import type { LawDocuments } from '../../../contract/endpoints/law.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Services } from '../../core/api/route.ts'
import { renderStaticPage } from '../../platform/markdown/page.ts'
import { listConnections } from './connections.ts'
import { type ForumFacts, getFacts } from './facts.ts'
import { recordsOfProcessing } from './recordsOfProcessing.ts'
import { retentionTable } from './retentionTable.ts'
import { riskAssessment } from './riskAssessment.ts'

type LawServices = Pick<Services, 'db' | 'config' | 'settings'>
type Site = Omit<LawServices, 'db'>

/** Names of the downloads and the texts behind them. */
export const lawFiles = ['risk-assessment', 'records-of-processing'] as const
type LawFile = (typeof lawFiles)[number]

const connectionsOf = ({ config, settings }: Site, { isTorBlocked }: ForumFacts) =>
  listConnections(config, { settings, isTorBlocked })

function writeFiles({ config, settings }: Site, facts: ForumFacts): Record<LawFile, string> {
  const day = new Date().toISOString().slice(0, 10)
  return {
    'risk-assessment': riskAssessment({ config, settings, facts, day }),
    'records-of-processing': recordsOfProcessing({
      config,
      settings,
      day,
      connections: connectionsOf({ config, settings }, facts),
      retention: retentionTable(config),
    }),
  }
}

/** The documents as Markdown, filled in from the settings, the configuration and counts of the forum. */
export const writeLawFiles = async (services: LawServices): Promise<Record<LawFile, string>> =>
  writeFiles(services, await getFacts(services.db))

/** Retention periods, connections to others, and both documents as HTML. */
export async function getLawDocuments(services: LawServices): Promise<LawDocuments> {
  const { config, settings } = services
  const facts = await getFacts(services.db)
  const files = writeFiles(services, facts)
  const htmlOf = (file: LawFile) => renderStaticPage(files[file], { ...config, ...siteNameOf(settings) }).html
  return {
    retention: retentionTable(config),
    connections: connectionsOf(services, facts),
    riskAssessmentHtml: htmlOf('risk-assessment'),
    recordsHtml: htmlOf('records-of-processing'),
  }
}

const siteNameOf = ({ siteName }: SettingValues) => ({ siteName })
