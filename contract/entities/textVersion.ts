import { type Static, Type } from 'typebox'
import { listOf, Nullable, text, time } from './schema.ts'

export const TextVersion = Type.Object({
  title: Nullable(text('The title; null for comments.')),
  body: Nullable(text('The text in Markdown; null for posts without a text.')),
  writtenAt: time('When it was written.'),
})
export type TextVersion = Static<typeof TextVersion>

export const TextVersions = Type.Object({
  versions: listOf(TextVersion, 'The newest first. The first one of the first page is the current text.'),
  next: Nullable(text('The cursor of the next page; null at the end.')),
})
export type TextVersions = Static<typeof TextVersions>
