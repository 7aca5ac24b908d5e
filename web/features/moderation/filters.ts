import type { ReportFilter } from '../../data/moderation/moderation.ts'

export const filterLabels: Record<ReportFilter, string> = { all: 'All', posts: 'Posts', comments: 'Comments' }
