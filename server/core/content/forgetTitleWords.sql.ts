// Made from forgetTitleWords.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly posts: readonly string[]
  readonly placeholders: readonly string[]
}

export type ForgetTitleWordsRow = never

export const forgetTitleWords: Statement<Parameters, ForgetTitleWordsRow> = {
  name: 'forgetTitleWords',
  text: `with title as ( select title from posts where id = any($1) union all select title from text_versions where post_id = any($1) and title is not null ), word as materialized ( select word, count(*) as uses from title cross join lateral title_words(title) as word where title <> all($2::text[]) group by word ), known as materialized ( select search_words.word, word.uses from search_words join word on word.word = search_words.word order by search_words.word for update of search_words ), gone as ( delete from search_words using known where search_words.word = known.word and search_words.uses <= known.uses ) update search_words set uses = search_words.uses - known.uses from known where search_words.word = known.word and search_words.uses > known.uses`,
  parameters: ['posts', 'placeholders'],
  literals: [],
}
