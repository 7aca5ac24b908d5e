import type { TSchema } from 'typebox'
import type { JsonSchema } from '../../contract/apiDocument.ts'
import { BannedMember } from '../../contract/entities/ban.ts'
import { Comment } from '../../contract/entities/comment.ts'
import { Community, Rule } from '../../contract/entities/community.ts'
import { CommunityRequest } from '../../contract/entities/communityRequest.ts'
import { Image, ImageCopy } from '../../contract/entities/image.ts'
import { Initial, ReportReason } from '../../contract/entities/initial.ts'
import { IpBlock, IpBlockPage } from '../../contract/entities/ipBlock.ts'
import { List, ListItem, ListItemsPage, RemovedListItem } from '../../contract/entities/list.ts'
import { ModerationActDetails } from '../../contract/entities/moderationAct.ts'
import { ModerationLogEntry } from '../../contract/entities/moderationLog.ts'
import { Mute, Mutes } from '../../contract/entities/mute.ts'
import { Notification, NotificationFacts } from '../../contract/entities/notification.ts'
import { User } from '../../contract/entities/ownUser.ts'
import { FeedPage, ModeratedPosts, Post } from '../../contract/entities/post.ts'
import {
  FiledReport,
  QueuePage,
  Report,
  ReportCounts,
  ReportedTarget,
  ReportsPage,
} from '../../contract/entities/report.ts'
import { Success } from '../../contract/entities/schema.ts'
import { Excerpt, Segment } from '../../contract/entities/search.ts'
import { SiteSettings } from '../../contract/entities/siteSettings.ts'
import { AnalyticsEvent, AnalyticsEventPage } from '../../contract/entities/statistics.ts'
import { Author, Badge } from '../../contract/entities/user.ts'
import { meaningOfField } from './fields.ts'

/** The objects that answers are made of, by the names under which the document has them. */
export const named = {
  Initial,
  User,
  Author,
  Badge,
  Community,
  Rule,
  Post,
  FeedPage,
  ModeratedPosts,
  Comment,
  Image,
  ImageCopy,
  List,
  ListItem,
  RemovedListItem,
  ListItemsPage,
  Mute,
  Mutes,
  Notification,
  NotificationFacts,
  Excerpt,
  Segment,
  ReportReason,
  FiledReport,
  Report,
  ReportCounts,
  ReportsPage,
  ReportedTarget,
  QueuePage,
  BannedMember,
  ModerationLogEntry,
  ModerationActDetails,
  CommunityRequest,
  IpBlock,
  IpBlockPage,
  SiteSettings,
  AnalyticsEvent,
  AnalyticsEventPage,
  Success,
} satisfies Record<string, TSchema>
export type SchemaName = keyof typeof named

/** A schema of the contract, as far as its parts are written into the document. */
interface ContractSchema {
  readonly type?: string | string[]
  readonly properties?: Record<string, ContractSchema>
  readonly required?: string[]
  readonly items?: ContractSchema
  readonly anyOf?: ContractSchema[]
  readonly then?: ContractSchema
  readonly else?: ContractSchema
}

/** Copied as they are; what else a schema says is for our own program. */
const plainKeywords = [
  'type',
  'description',
  'enum',
  'const',
  'format',
  'pattern',
  'default',
  'minimum',
  'maximum',
  'maxLength',
  'maxItems',
] as const

// A schema that may be null is a copy, but its properties are the very same object.
const nameByProperties = new Map<unknown, string>(
  Object.entries(named).map(([name, schema]) => [schema.properties, name]),
)

const isNullable = ({ type }: ContractSchema) => Array.isArray(type) && type.includes('null')
const referenceTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** A schema of the contract as the document spells it: with references in the place of the objects that have a name. */
export function schemaOf(schema: TSchema): JsonSchema {
  return converted(schema as ContractSchema)
}

function converted(schema: ContractSchema): JsonSchema {
  const name = schema.properties && nameByProperties.get(schema.properties)
  if (!name) return spelledOut(schema, null)
  return isNullable(schema) ? { anyOf: [referenceTo(name), { type: 'null' }] } : referenceTo(name)
}

/** @param owner the name of the object, for what its fields mean. */
function spelledOut(schema: ContractSchema, owner: string | null): JsonSchema {
  // Either of two objects: which one is told by a key that serializers look for.
  if (schema.then && schema.else) {
    const branches = [converted(schema.then), converted(schema.else)]
    return { anyOf: isNullable(schema) ? [...branches, { type: 'null' }] : branches }
  }
  if (schema.anyOf) return { anyOf: schema.anyOf.map(converted) }
  const said = schema as Readonly<Record<string, unknown>>
  const plain = Object.fromEntries(
    plainKeywords.flatMap((keyword) => (said[keyword] === undefined ? [] : [[keyword, said[keyword]]])),
  )
  // Also null is a value that an enumeration has to name.
  if (isNullable(schema) && Array.isArray(plain.enum)) plain.enum = [...plain.enum, null]
  return {
    ...plain,
    ...(schema.items && { items: converted(schema.items) }),
    ...(schema.properties && {
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([field, part]) => [field, explained(part, owner, field)]),
      ),
      ...(schema.required && schema.required.length > 0 && { required: [...schema.required] }),
    }),
  }
}

function explained(schema: ContractSchema, owner: string | null, field: string): JsonSchema {
  const description = meaningOfField(owner, field)
  const spelled = converted(schema)
  return description ? { ...spelled, description } : spelled
}

/** All objects that have a name. */
export const schemaComponents = (): Record<string, JsonSchema> => ({
  ...Object.fromEntries(
    Object.entries(named).map(([name, schema]) => [name, spelledOut(schema as ContractSchema, name)]),
  ),
  Error: {
    type: 'object',
    description: 'Why a call is refused.',
    properties: {
      status: { type: 'integer', description: 'The status of the answer.' },
      code: { type: 'string', description: 'For programs; left out where there is none. It never changes.' },
      message: { type: 'string', description: 'For people.' },
    },
    required: ['status', 'message'],
  },
})
