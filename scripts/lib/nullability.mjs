import { columnChoices, unionOfWords } from './columnChoices.mjs'

/*
 * Which columns of a statement may be null, which hold one of a few words, and what is in those that are JSON. PostgreSQL does not report this, but it
 * stores the parsed statement of a function and of a view (in `pg_proc.prosqlbody` and `pg_rewrite.ev_action`), in which each column can
 * be followed to where it comes from: a column that is declared `not null`, or an expression that always has a value. In
 * doubt it may be null, and JSON is `unknown`.
 */

/** The oid of `text`. */
const textType = '25'

const existsSublink = '0'
const anySublink = '2'
const scalarSublink = '4'
const arraySublink = '6'

const subqueryTable = 1
const joinTable = 2
const functionTable = 3
const valuesTable = 5
const cteTable = 6
const groupTable = 9

/** Functions that are not strict and nevertheless always have a value. */
const neverNull = new Set(
  `now clock_timestamp statement_timestamp transaction_timestamp json_build_object jsonb_build_object json_build_array
  jsonb_build_array concat concat_ws format count row_number rank dense_rank gen_random_uuid random`.split(
    /\s+/,
  ),
)
/** Strict functions that have no value for some arguments. */
const sometimesNull =
  /^(json|jsonb|array|regexp|nullif|substring|unnest|lag|lead|first_value|last_value|nth_value|to_reg)/

const booleanNodes = new Set(['BOOLEXPR', 'NULLTEST', 'BOOLEANTEST', 'DISTINCTEXPR', 'SCALARARRAYOPEXPR'])

/**
 * @param {import('pg').Client} client
 * @param {(oid: string, options: { of: 'json' }) => string} typeName the TypeScript type of a PostgreSQL type inside JSON.
 * @returns a function that returns, for a function in `pg_temp`, the columns of its statement, with nullability, the words that a text can be
 *   (null if it can be any), and types in JSON.
 */
export async function nullability(client, typeName) {
  const rowsOf = async (text, values) => (await client.query(text, values)).rows
  const columns = new Map(
    (
      await rowsOf(`
        select attrelid || '.' || attnum as key, attnotnull from pg_attribute
        where attnum > 0 and not attisdropped`)
    ).map(({ key, attnotnull }) => [key, attnotnull]),
  )
  const relations = new Map(
    (
      await rowsOf('select reltype::text as type, oid::text as relation from pg_class where reltype <> 0')
    ).map(({ type, relation }) => [type, relation]),
  )
  const functions = new Map(
    (
      await rowsOf(
        'select oid::text, proname, proisstrict, prosqlbody is not null as has_body, prosqlbody::text as body from pg_proc',
      )
    ).map((row) => [row.oid, row]),
  )
  const jsonOperators = new Set(
    (await rowsOf(`select oid::text from pg_operator where oprname in ('->', '->>', '#>', '#>>')`)).map(
      ({ oid }) => oid,
    ),
  )
  const views = new Map(
    (
      await rowsOf(`
        select ev_class::text as view, ev_action::text as body from pg_rewrite join pg_class on pg_class.oid = ev_class
        where relkind = 'v' and relnamespace = 'public'::regnamespace`)
    ).map(({ view, body }) => [view, body]),
  )
  const choices = new Map((await columnChoices(client)).map(({ key, words }) => [key, words]))
  const catalog = {
    columns,
    choices,
    relations,
    functions,
    jsonOperators,
    views,
    typeName,
    parsed: new Map(),
  }

  return async (name, optionalParameters) => {
    const [{ body }] = await rowsOf(
      `select prosqlbody::text as body from pg_proc where proname = $1 and pronamespace = pg_my_temp_schema()`,
      [name],
    )
    const query = queryIn(parseTree(body))
    const walk = walker(catalog, { root: query, optionalParameters })
    const list = outputsOf(query)
    const hasRefusal = list.some(({ resname }) => resname === 'refusal')
    return list.map((entry) => ({
      name: entry.resname,
      nullable: walk.nullable(entry.expr, [query], { ignoresTopJoins: hasRefusal }),
      json: walk.jsonType(entry.expr, [query]),
      words: walk.wordsOf(entry.expr, [query]),
    }))
  }
}

function walker(catalog, { root, optionalParameters }) {
  const active = new Set()
  const isInRoot = (scopes) => scopes.at(-1) === root

  /** Follows a variable to the expressions that it may come from, each with the queries around it. */
  function sourcesOf(variable, scopes) {
    const inner = scopes.slice(Number(variable.varlevelsup))
    const table = inner[0].rtable[variable.varno - 1]
    const at = Number(variable.varattno)
    switch (Number(table.rtekind)) {
      case subqueryTable:
        return columnsOf(table.subquery, at, inner)
      case joinTable:
        return [{ expr: table.joinaliasvars[at - 1], scopes: inner }]
      case groupTable:
        return [{ expr: table.groupexprs[at - 1], scopes: inner }]
      case valuesTable:
        return table.values_lists.map((row) => ({ expr: row[at - 1], scopes: inner }))
      case cteTable: {
        const around = inner.slice(Number(table.ctelevelsup))
        const cte = around[0].cteList.find(({ ctename }) => ctename === table.ctename)
        return columnsOf(cte.ctequery, at, around)
      }
      case functionTable: {
        const body = bodyOf(table.functions[0].funcexpr)
        return body ? columnsOf(body, at, []) : null
      }
      default:
        return null
    }
  }

  /** The expressions of a query's column: several where it is a union. */
  function columnsOf(query, at, around) {
    const scopes = [query, ...around]
    const entry = outputsOf(query).find(({ resno }) => Number(resno) === at)
    if (!query.setOperations.node) return [{ expr: entry.expr, scopes }]
    return query.rtable
      .filter(({ rtekind }) => Number(rtekind) === subqueryTable)
      .flatMap(({ subquery }) => columnsOf(subquery, at, scopes))
  }

  function bodyOf(call) {
    const called = call?.node === 'FUNCEXPR' && catalog.functions.get(call.funcid)
    if (!called?.has_body) return null
    if (!catalog.parsed.has(call.funcid)) catalog.parsed.set(call.funcid, queryIn(parseTree(called.body)))
    return catalog.parsed.get(call.funcid)
  }

  function isVariableNullable(variable, scopes, { ignoresTopJoins = false } = {}) {
    const level = Number(variable.varlevelsup)
    const isTop = scopes[level] === root
    if (variable.varnullingrels.length > 0 && !(isTop && ignoresTopJoins)) return true
    if (variable.varreturningtype === '1') return true
    if (variable.varattno === '0') return false
    const table = scopes[level].rtable[variable.varno - 1]
    if (table.rtekind === '0') {
      const view = catalog.views.get(table.relid)
      if (!view) return !catalog.columns.get(`${table.relid}.${variable.varattno}`)
      const query = queryIn(parseTree(view))
      return columnsOf(query, Number(variable.varattno), []).some(({ expr, scopes }) =>
        nullable(expr, scopes),
      )
    }
    const sources = sourcesOf(variable, scopes)
    if (!sources) return true
    // The reference of a recursive query to itself adds no null.
    return sources.some(({ expr, scopes }) => {
      if (active.has(expr)) return false
      active.add(expr)
      const result = nullable(expr, scopes)
      active.delete(expr)
      return result
    })
  }

  const relationOf = ({ arg }) => catalog.relations.get(arg.vartype ?? arg.paramtype ?? arg.funcresulttype)

  function isFieldNullable(field, scopes) {
    const { arg, fieldnum } = field
    const relation = relationOf(field)
    const isArgumentNullable = arg.node !== 'PARAM' && nullable(arg, scopes)
    return isArgumentNullable || !relation || !catalog.columns.get(`${relation}.${fieldnum}`)
  }

  function isCallNullable({ funcid, args }, scopes) {
    const { proname, proisstrict } = catalog.functions.get(funcid)
    if (neverNull.has(proname)) return false
    const body = bodyOf({ node: 'FUNCEXPR', funcid })
    if (body) return nullable(outputsOf(body)[0].expr, [body])
    if (!proisstrict || sometimesNull.test(proname)) return true
    return args.some((arg) => nullable(arg, scopes))
  }

  function nullable(expr, scopes, options) {
    const some = (list) => list.some((each) => nullable(each, scopes, options))
    switch (expr.node) {
      case 'VAR':
        return isVariableNullable(expr, scopes, options)
      case 'PARAM':
        return !isInRoot(scopes) || optionalParameters[expr.paramid - 1] !== false
      case 'CONST':
        return expr.constisnull === 'true'
      case 'FIELDSELECT':
        return isFieldNullable(expr, scopes)
      case 'FUNCEXPR':
        return isCallNullable(expr, scopes)
      case 'AGGREF':
        return !neverNull.has(catalog.functions.get(expr.aggfnoid).proname)
      case 'WINDOWFUNC':
        return !neverNull.has(catalog.functions.get(expr.winfnoid).proname)
      case 'OPEXPR':
        return catalog.jsonOperators.has(expr.opno) || some(expr.args)
      case 'BOOLEXPR':
      case 'SCALARARRAYOPEXPR':
        return some(expr.args)
      case 'RELABELTYPE':
      case 'COERCEVIAIO':
      case 'COERCETODOMAIN':
      case 'ARRAYCOERCEEXPR':
      case 'COLLATE':
        return nullable(expr.arg, scopes, options)
      case 'COALESCE':
      case 'COALESCEEXPR':
      case 'MINMAX':
      case 'MINMAXEXPR':
        return expr.args.every((each) => nullable(each, scopes, options))
      case 'CASE':
      case 'CASEEXPR':
        return some([...expr.args.map(({ result }) => result), expr.defresult])
      case 'SUBLINK': {
        const { subLinkType: kind, subselect, testexpr } = expr
        if (kind === existsSublink || kind === arraySublink) return false
        const isColumnNullable = () => nullable(outputsOf(subselect)[0].expr, [subselect, ...scopes])
        if (kind === anySublink)
          return some(testexpr.args.filter(({ node }) => node !== 'PARAM')) || isColumnNullable()
        // Without groups there is exactly one row.
        const isAggregate = subselect.hasAggs === 'true' && subselect.groupClause.length === 0
        return kind !== scalarSublink || !isAggregate || isColumnNullable()
      }
      case 'NULLTEST':
      case 'BOOLEANTEST':
      case 'DISTINCTEXPR':
      case 'ARRAY':
      case 'ARRAYEXPR':
      case 'ROW':
      case 'ROWEXPR':
      case 'SQLVALUEFUNCTION':
        return false
      default:
        return true
    }
  }

  /** The words that an expression can be, where it chooses among constants or such columns; null if it can be any text. */
  function wordsOf(expr, scopes) {
    switch (expr.node) {
      case 'CONST':
        if (expr.constisnull === 'true') return []
        return expr.consttype === textType ? [expr.constvalue] : null
      case 'VAR':
        return wordsOfVariable(expr, scopes)
      case 'FIELDSELECT':
        return catalog.choices.get(`${relationOf(expr)}.${expr.fieldnum}`) ?? null
      case 'FUNCEXPR': {
        const body = bodyOf(expr)
        return body ? wordsOf(outputsOf(body)[0].expr, [body]) : null
      }
      case 'CASE':
      case 'CASEEXPR':
        return allWords([...expr.args.map(({ result }) => result), expr.defresult], scopes)
      case 'COALESCE':
      case 'COALESCEEXPR':
        return allWords(expr.args, scopes)
      case 'RELABELTYPE':
        return wordsOf(expr.arg, scopes)
      case 'SUBLINK':
        return expr.subLinkType === scalarSublink
          ? wordsOf(outputsOf(expr.subselect)[0].expr, [expr.subselect, ...scopes])
          : null
      default:
        return null
    }
  }

  function wordsOfVariable(variable, scopes) {
    const table = scopes[Number(variable.varlevelsup)].rtable[variable.varno - 1]
    if (table.rtekind === '0') {
      const view = catalog.views.get(table.relid)
      if (!view) return catalog.choices.get(`${table.relid}.${variable.varattno}`) ?? null
      return unionOfAll(
        columnsOf(queryIn(parseTree(view)), Number(variable.varattno), []).map((source) =>
          wordsOf(source.expr, source.scopes),
        ),
      )
    }
    const sources = variable.varattno === '0' ? null : sourcesOf(variable, scopes)
    if (!sources) return null
    return unionOfAll(
      sources.map((source) => {
        // The reference of a recursive query to itself adds no word.
        if (active.has(source.expr)) return []
        active.add(source.expr)
        const words = wordsOf(source.expr, source.scopes)
        active.delete(source.expr)
        return words
      }),
    )
  }

  const allWords = (alternatives, scopes) => unionOfAll(alternatives.map((each) => wordsOf(each, scopes)))
  const unionOfAll = (lists) => (lists.some((words) => words === null) ? null : [...new Set(lists.flat())])

  /** The type that an expression has as JSON. */
  function jsonType(expr, scopes) {
    if (booleanNodes.has(expr.node)) return 'boolean'
    const words = expr.node === 'VAR' || expr.node === 'FIELDSELECT' ? wordsOf(expr, scopes) : null
    if (words?.length > 0) return unionOfWords(words)
    switch (expr.node) {
      case 'VAR': {
        if (expr.varattno === '0') return rowType(expr, scopes)
        const known = catalog.typeName(expr.vartype, { of: 'json' })
        if (known !== 'unknown' || active.has(expr)) return known
        active.add(expr)
        const sources = sourcesOf(expr, scopes) ?? []
        const result = union(sources.map((source) => jsonType(source.expr, source.scopes)))
        active.delete(expr)
        return result
      }
      case 'CASE':
      case 'CASEEXPR':
        return unionOf([...expr.args.map(({ result }) => result), expr.defresult], scopes)
      case 'COALESCE':
      case 'COALESCEEXPR':
        return unionOf(expr.args, scopes)
      case 'SUBLINK': {
        if (expr.subLinkType === existsSublink || expr.subLinkType === anySublink) return 'boolean'
        const [{ expr: selected }] = outputsOf(expr.subselect)
        const inner = [expr.subselect, ...scopes]
        return expr.subLinkType === arraySublink ? arrayOf(selected, inner) : jsonType(selected, inner)
      }
      case 'AGGREF': {
        const isList = /^jsonb?_agg$/.test(catalog.functions.get(expr.aggfnoid).proname)
        return isList ? arrayOf(expr.args[0].expr, scopes) : typeOf(expr)
      }
      case 'FUNCEXPR': {
        const isObject = /^jsonb?_build_object$/.test(catalog.functions.get(expr.funcid).proname)
        return isObject ? objectOf(expr.args, scopes) : typeOf(expr)
      }
      // A domain over JSON becomes JSON in `case` and `coalesce`.
      case 'RELABELTYPE':
        return jsonType(expr.arg, scopes)
      default:
        return typeOf(expr)
    }
  }

  function typeOf(expr) {
    const field = Object.keys(expr).find((name) =>
      /^(const|param|funcresult|opresult|agg|win|minmax|result)type$/.test(name),
    )
    return field ? catalog.typeName(expr[field], { of: 'json' }) : 'unknown'
  }

  function fieldType(expr, scopes) {
    const type = jsonType(expr, scopes)
    return type !== 'unknown' && nullable(expr, scopes) ? `${type} | null` : type
  }

  function arrayOf(expr, scopes) {
    const element = fieldType(expr, scopes)
    return element.includes('|') ? `(${element})[]` : `${element}[]`
  }

  /** The object that `json_build_object` makes of alternating keys and values. */
  function objectOf(args, scopes) {
    const keys = args.filter((_, index) => index % 2 === 0)
    if (keys.some((key) => key.node !== 'CONST')) return 'unknown'
    const fields = keys.map((key, index) => `${key.constvalue}: ${fieldType(args[index * 2 + 1], scopes)}`)
    return `{ ${fields.join('; ')} }`
  }

  /** The whole row of a subquery. */
  function rowType(variable, scopes) {
    const inner = scopes.slice(Number(variable.varlevelsup))
    const table = inner[0].rtable[variable.varno - 1]
    if (Number(table.rtekind) !== subqueryTable || table.subquery.setOperations.node) return 'unknown'
    const around = [table.subquery, ...inner]
    const fields = outputsOf(table.subquery).map(
      ({ resname, expr }) => `${resname}: ${fieldType(expr, around)}`,
    )
    return `{ ${fields.join('; ')} }`
  }

  /** The union of alternatives; constants, such as an empty list, add nothing. */
  const unionOf = (alternatives, scopes) =>
    union(alternatives.filter(({ node }) => node !== 'CONST').map((each) => jsonType(each, scopes)))
  const union = (types) => [...new Set(types)].join(' | ') || 'unknown'

  return { nullable, wordsOf, jsonType }
}

/** The result columns of a query: its select list or its `returning` list. */
const outputsOf = (query) =>
  (query.commandType === '1' ? query.targetList : query.returningList).filter(
    ({ resjunk }) => resjunk !== 'true',
  )

/** The first query in the lists around it. */
const queryIn = (tree) => (Array.isArray(tree) ? queryIn(tree[0]) : tree)

/**
 * Parses PostgreSQL's text form of a parsed statement: `{NODE :field value …}`, lists in parentheses, and `<>` for nothing,
 * which becomes an empty list. The bytes of a constant text are put together.
 */
export function parseTree(text) {
  const words = text.matchAll(/[{}()]|(?:\\.|[^\s{}()\\])+/g)
  const next = () => words.next().value?.[0]

  function value(word) {
    if (word === '{') return node()
    if (word === '(') return list()
    return word === '<>' ? [] : word.replace(/\\(.)/g, '$1')
  }
  function list() {
    const items = []
    for (let word = next(); word !== ')'; word = next()) items.push(value(word))
    // A set of numbers is written with a letter before them.
    return items[0] === 'b' ? items.slice(1) : items
  }
  function node() {
    const fields = { node: next() }
    let name = null
    for (let word = next(); word !== '}'; word = next()) {
      if (word.startsWith(':')) name = word.slice(1)
      else if (name === 'constvalue' && word !== '<>') fields.constvalue = constant(fields.constlen)
      else if (name && !(name in fields)) fields[name] = value(word)
    }
    return fields
  }
  /** `LENGTH [ BYTE … ]`; the first four bytes of a text are its length. One without a type ends with a zero instead. */
  function constant(length) {
    const bytes = []
    next()
    for (let word = next(); word !== ']'; word = next()) bytes.push(Number(word))
    return Buffer.from(length === '-2' ? bytes.slice(0, -1) : bytes.slice(4)).toString()
  }
  return value(next())
}
