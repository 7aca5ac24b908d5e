import { describe, expect, it } from 'vitest'
import { backupSentences } from './report.ts'

const erasedAt = new Date('2026-03-10T12:00:00Z')
const daily = { name: 'daily-1', reason: 'daily', made: new Date('2026-03-10T03:00:00Z') } as const
const manual = { name: 'manual-1', reason: 'manual', made: new Date('2026-03-01T03:00:00Z') } as const
const later = { ...manual, name: 'manual-2', made: new Date('2026-03-11T03:00:00Z') } as const
const settings = { dailyBackups: true, dailyBackupsKept: 7 }
const sentences = (
  found: Partial<Parameters<typeof backupSentences>[1]>,
  dailyBackups = true,
  at: Date | null = erasedAt,
) => backupSentences(at, { backups: [], byCommand: null, ...found }, { ...settings, dailyBackups }).join(' ')

describe('the sentences about backups', () => {
  it('say by when the last daily one is deleted, as long as there are new ones', () => {
    expect(sentences({ backups: [daily] })).toContain('deleted by 2026-03-18')
    expect(sentences({ backups: [daily] }, false)).toContain('stay until you delete them: daily-1.')
  })

  it('name those that stay until someone deletes them, and only those from before', () => {
    expect(sentences({ backups: [manual, later] })).toMatch(/stay until you delete them: manual-1\. After/)
    expect(sentences({ byCommand: erasedAt })).toContain('a command has made')
    expect(sentences({ byCommand: later.made, backups: [later] })).toContain('No backup from before')
  })

  it('are none while the erasure runs', () => {
    expect(sentences({ backups: [daily] }, true, null)).toBe('')
  })
})
