import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { unionOfWords } from './columnChoices.mjs'
import { nullability } from './nullability.mjs'
import { root } from './project.mjs'

/** Skips strings, quoted names, comments, casts and blanks; what remains with a colon is a parameter. */
const tokens =
  /'(?:[^']|'')*'|"(?<column>\w+)!"|"[^"]*"|(?<comment>--[^\n]*)|::|:(?<name>[a-z]\w*)(?<optional>\?)?|(?<blank>\s+)/g

const typesOfCategories = { N: 'number', B: 'boolean', S: 'string', I: 'string', U: 'string' }
/** Types of columns; `typesInJson` has those inside a JSON value. */
const typesOfNames = {
  int8: 'string',
  numeric: 'string',
  timestamptz: 'Date',
  timestamp: 'Date',
  date: 'Date',
  bytea: 'Buffer',
  json: 'unknown',
  jsonb: 'unknown',
  tsvector: 'string',
  tsquery: 'string',
}

const typesInJson = {
  ...typesOfNames,
  int8: 'number',
  numeric: 'number',
  timestamptz: 'string',
  timestamp: 'string',
  date: 'string',
  bytea: 'string',
}

/** The files that hold a statement: all `.sql` files of the server but the migrations and the schema that they make. */
export const statementFiles = () =>
  readdirSync(join(root, 'server'), { recursive: true })
    .filter(
      (path) => path.endsWith('.sql') && !path.includes('migrations') && basename(path) !== 'schema.sql',
    )
    .map((path) => join('server', path))
    .sort()

/** The TypeScript that belongs to a statement's file. */
export const moduleOf = (file) => `${file}.ts`

/** The types of the columns that functions give to several statements. */
const rowsFile = 'server/platform/database/rows.ts'

/**
 * Generates the modules of all statements, with the types of their parameters and rows from a migrated database, and the
 * types of shared columns.
 *
 * @param {import('pg').Client} client
 * @returns {Promise<Map<string, string>>} the content of each module by its path.
 */
export async function statementModules(client) {
  const describeOne = await statementReader(client)
  const statements = []
  for (const file of statementFiles()) {
    try {
      const name = basename(file, '.sql')
      if (statements.some((other) => other.name === name))
        throw new Error('another statement has the same name')
      statements.push({ file, name, ...(await describeOne(name, readFileSync(join(root, file), 'utf8'))) })
    } catch (error) {
      throw new Error(`${file}: ${error.message}`, { cause: error })
    }
  }
  const shared = sharedColumns(
    await rowFunctions(client),
    statements.map(({ described }) => described.columns),
  )
  const runner = relativeImport('database/statement.ts')
  return new Map([
    [rowsFile, rowsText(shared)],
    ...statements.map(({ file, statement, described }) => [
      moduleOf(file),
      moduleText(statement, described, {
        runner: runner(file),
        rows: runner(file).replace('statement.ts', 'rows.ts'),
        shared,
      }),
    ]),
  ])
}

/**
 * @param {import('pg').Client} client of a migrated database.
 * @returns a function that generates the module of one statement from its name, the content of its `.sql` file, and the
 * import path of the type `Statement`.
 */
export async function moduleWriter(client) {
  const describeOne = await statementReader(client)
  return async (name, source, runner) => {
    const { statement, described } = await describeOne(name, source)
    return moduleText(statement, described, { runner, rows: '', shared: [] })
  }
}

async function statementReader(client) {
  const types = await typeNames(client)
  const columnsOf = await nullability(client, types)
  return async (name, source) => {
    const statement = parse(source, name)
    return { statement, described: await describe(client, statement, { types, columnsOf }) }
  }
}

/** Our functions that return rows, with the names of their columns in order. */
async function rowFunctions(client) {
  const { rows } = await client.query(`
    select proname as name, array_agg(argument.name order by place) as columns
    from pg_proc, unnest(proargnames, proargmodes) with ordinality as argument (name, mode, place)
    where pronamespace = 'public'::regnamespace and argument.mode = 't'
    group by pg_proc.oid order by proname`)
  return rows
}

/**
 * Columns that several statements get from one function share a type, that of the first statement. If the types differ, as
 * after an outer join, they are written out.
 *
 * @returns {{ name: string, columns: { name: string }[] }[]} types that at least two statements have.
 */
export function sharedColumns(functions, rows) {
  return functions.flatMap(({ name, columns: names }) => {
    const runs = rows.flatMap((columns) => {
      const start = columns.findIndex((_, at) =>
        names.every((column, index) => columns[at + index]?.name === column),
      )
      return start === -1 ? [] : [columns.slice(start, start + names.length)]
    })
    const [first] = runs
    if (!first || runs.filter((run) => isSame(run, first)).length < 2) return []
    const type = camelCase(name)
    return [{ name: type[0].toUpperCase() + type.slice(1), columns: first }]
  })
}

const isSame = (columns, others) =>
  columns.length === others.length && columns.every((column, at) => fieldOf(column) === fieldOf(others[at]))

const fieldOf = ({ name, type, nullable }) =>
  `  ${name}: ${type}${nullable && type !== 'unknown' ? ' | null' : ''}\n`

const rowsText = (shared) =>
  `// Made from the functions that give rows, by \`npm run database-types\`. Do not edit.\n${shared
    .map(({ name, columns }) => `\nexport type ${name} = {\n${columns.map(fieldOf).join('')}}\n`)
    .join('')}`

/** Splits a statement into its text as it is sent, its parameters in order, and its literals. */
function parse(source, name) {
  const literals = new Map()
  for (const [, literal, values] of source.matchAll(/^-- Literal :(\w+): (.+)$/gm))
    literals.set(
      literal,
      values.split('|').map((value) => value.trim()),
    )
  const parameters = new Map()
  const text = source
    .replace(tokens, (token, ...args) => {
      const { column, comment, name, optional, blank } = args.at(-1)
      if (comment) return ''
      if (blank) return ' '
      if (column) return `"${column}"`
      if (!name) return token
      if (literals.has(name)) return `\${${name}}`
      parameters.set(name, parameters.get(name) || optional !== undefined)
      return `$${[...parameters.keys()].indexOf(name) + 1}`
    })
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/;$/, '')
  const notNull = new Set([...source.matchAll(/"(\w+)!"/g)].map(([, column]) => column))
  return { name, text, literals, parameters, notNull }
}

/** A sample value of a literal for describing the statement; the types are the same for each value. */
const exampleOf = (values) => (values[0] === 'number' ? '1' : values[0])

const exampleText = ({ text, literals }) =>
  text.replace(/\$\{(\w+)\}/g, (_, name) => exampleOf(literals.get(name)))

/** The texts of all statements, with a value for each literal. */
export const exampleStatements = () =>
  statementFiles().map((file) =>
    exampleText(parse(readFileSync(join(root, file), 'utf8'), basename(file, '.sql'))),
  )

async function describe(client, statement, { types, columnsOf }) {
  const { parameters, notNull } = statement
  const example = exampleText(statement)
  await client.query('begin')
  try {
    await client.query(`prepare described as ${example}`)
    const { rows } = await client.query(`
      select parameter_types::oid[]::text[] as parameters, coalesce(result_types, '{}')::oid[]::text[] as results,
        (select array_agg(format_type(type, null)) from unnest(parameter_types) as type) as declared
      from pg_prepared_statements where name = 'described'`)
    await client.query('deallocate described')
    const [{ parameters: parameterTypes, results, declared }] = rows
    await client.query(
      `create function pg_temp.described(${(declared ?? []).join(', ')}) returns void language sql begin atomic ${example}; end`,
    )
    const columns = await columnsOf('described', [...parameters.values()])
    const twice = columns.find(({ name }, at) => columns.findIndex((column) => column.name === name) !== at)
    if (twice) throw new Error(`it gives two columns ${twice.name}`)
    return {
      parameters: [...parameters].map(([name, optional], index) => ({
        name: camelCase(name),
        type: types(parameterTypes[index], { of: 'parameter' }) + (optional ? ' | null' : ''),
      })),
      columns: columns.map(({ name, nullable, json, words }, index) => {
        const column = name.replace(/!$/, '')
        const type = types(results[index])
        return {
          name: column,
          type: type === 'unknown' ? json : words?.length > 0 ? unionOfWords(words) : type,
          nullable: nullable && !notNull.has(column),
        }
      }),
    }
  } finally {
    await client.query('rollback')
  }
}

function moduleText({ name, text, literals, parameters }, described, { runner, rows, shared }) {
  const type = name[0].toUpperCase() + name.slice(1)
  const literalTypes = [...literals].map(([literal, values]) => ({
    name: camelCase(literal),
    type: values.join(' | ').replace('true | false', 'boolean'),
  }))
  const field = ({ name, type }) => `  readonly ${name}: ${type}\n`
  const escaped = text
    .replace(/[\\`]/g, '\\$&')
    .replace(/\$\{(\w+)\}/g, (_, literal) => `\\\${${camelCase(literal)}}`)
  const row = rowType(described.columns, shared)
  const imported = shared.map((one) => one.name).filter((one) => row.split(/\W+/).includes(one))
  const rowsImport = imported.length > 0 ? `import type { ${imported.join(', ')} } from '${rows}'\n` : ''
  return `// Made from ${name}.sql by \`npm run database-types\`. Do not edit.
${rowsImport}import type { Statement } from '${runner}'

interface Parameters {
${[...described.parameters, ...literalTypes].map(field).join('')}}

export type ${type}Row = ${row}

export const ${name}: Statement<Parameters, ${type}Row> = {
  name: '${name}',
  text: \`${escaped}\`,
  parameters: [${[...parameters.keys()].map((key) => `'${camelCase(key)}'`).join(', ')}],
  literals: [${literalTypes.map((literal) => `'${literal.name}'`).join(', ')}],
}
`
}

/**
 * A statement with a column `refusal` returns in it either the name of an error, and later columns are meaningless, or null.
 * Earlier columns are valid in both cases.
 */
function rowType(columns, shared) {
  const at = columns.findIndex(({ name }) => name === 'refusal')
  if (at === -1) return columns.length > 0 ? objectType('', columns, shared) : 'never'
  const either = `{ refusal: ${columns[at].type} } | ${inBrackets(objectType('  refusal: null\n', columns.slice(at + 1), shared))}`
  return at === 0 ? either : `${objectType('', columns.slice(0, at), shared)} & (${either})`
}

const inBrackets = (type) => (type.startsWith('{') ? type : `(${type})`)

/** An object with these columns; those of shared types by their names. @param fields before the others, as text. */
function objectType(fields, columns, shared) {
  const names = []
  let own = fields
  for (let at = 0; at < columns.length; ) {
    const found = shared.find((one) => isSame(columns.slice(at, at + one.columns.length), one.columns))
    if (found) names.push(found.name)
    else own += fieldOf(columns[at])
    at += found?.columns.length ?? 1
  }
  return [...names, ...(own === '' ? [] : [`{\n${own}}`])].join(' & ')
}

/** The TypeScript types of PostgreSQL's, as the driver reads and sends them. */
async function typeNames(client) {
  const { rows } = await client.query(`
    select oid::text, typname, typcategory, typelem::text, typtype, typbasetype::text,
      obj_description(oid, 'pg_type') as comment from pg_type`)
  const byOid = new Map(rows.map((row) => [row.oid, row]))
  const nameOf = (oid, { of: use = 'row' } = {}) => {
    const type = byOid.get(oid)
    if (type.typtype === 'd') return type.comment ?? nameOf(type.typbasetype, { of: use })
    if (type.typcategory === 'A') {
      const element = nameOf(type.typelem, { of: use })
      return `${use === 'parameter' ? 'readonly ' : ''}${/[ |]/.test(element) ? `(${element})` : element}[]`
    }
    return (
      (use === 'json' ? typesInJson : typesOfNames)[type.typname] ??
      typesOfCategories[type.typcategory] ??
      'unknown'
    )
  }
  return nameOf
}

const camelCase = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())

/** The import path of one of our files, found by the end of its path, so that folders can be moved. */
function relativeImport(ending) {
  const found = readdirSync(join(root, 'server'), { recursive: true }).find((path) => path.endsWith(ending))
  if (!found) throw new Error(`There is no ${ending} in server.`)
  return (file) => {
    const path = relative(dirname(file), join('server', found))
    return path.startsWith('.') ? path : `./${path}`
  }
}
