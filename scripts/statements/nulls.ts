import { isNode, nodeAt, nodesIn, numberOf, setOf, type TreeNode, type TreeValue } from './nodeTree.ts'
import { assertDefined, firstOf } from '../../kernel/assert.ts'

/** Whether a value can be null, as far as the schema and the statement tell; `unknown` hangs on what is passed in or on code. */
export type Nullness = 'never' | 'maybe' | 'unknown'

/** What the catalogue says. */
export type Catalogue = {
  readonly isNotNull: (table: number, column: number) => boolean
  readonly isStrict: (func: number) => boolean
  readonly nameOf: (func: number) => string
  readonly functionOf: (operator: number) => number
  /** What the checks of a table promise: `column` is not null wherever `where` is `value`. */
  readonly promises: (table: number) => readonly NotNullPromise[]
}
export type NotNullPromise = { readonly column: number; readonly where: number; readonly value: string }

/** The nullness of each column that an analysed statement answers, in order. */
export const nullnessOf = (catalogue: Catalogue, query: TreeNode): Nullness[] => columnsOf(catalogue, [query])

/** The innermost statement first. */
type Stack = readonly [TreeNode, ...TreeNode[]]

/** What a query answers follows from where it stands, and each of its columns is asked for again wherever something names it. */
const columnsOf = (catalogue: Catalogue, stack: Stack): Nullness[] => {
  const readColumns = columnsByQuery.get(stack[0]) ?? readColumnsOf(catalogue, stack)
  columnsByQuery.set(stack[0], readColumns)
  return readColumns
}

const columnsByQuery = new WeakMap<TreeNode, Nullness[]>()

const readColumnsOf = (catalogue: Catalogue, stack: Stack): Nullness[] => {
  const [query] = stack
  const setOperation = query.fields.get('setOperations')
  if (isNode(setOperation)) {
    const leaves = leavesOf(setOperation).map((index) => columnsOf(catalogue, [subqueryOf(rangeOf(query, index)), ...stack]))
    return firstOf(leaves).map((_, column) => worst(leaves.flatMap((leaf) => leaf[column] ?? [])))
  }
  const nullReader = new NullReader(catalogue, stack)
  return answeredBy(query).map((entry) => nullReader.of(entry.fields.get('expr')))
}

/** The columns that a statement answers, without those that only sort. */
const answeredBy = (query: TreeNode): TreeNode[] => {
  const isSelect = numberOf(query, 'commandType') === 1
  const list = nodesIn(query.fields.get(isSelect ? 'targetList' : 'returningList'))
  return list.filter((entry) => entry.fields.get('resjunk') !== 'true')
}

const leavesOf = (operation: TreeNode): number[] =>
  operation.node === 'RANGETBLREF'
    ? [numberOf(operation, 'rtindex')]
    : ['larg', 'rarg'].flatMap((side) => leavesOf(nodeAt(operation, side)))

const rangeOf = (query: TreeNode, level: number): TreeNode =>
  assertDefined(nodesIn(query.fields.get('rtable'))[level - 1], `the range ${level}`)
const subqueryOf = (range: TreeNode): TreeNode => nodeAt(range, 'subquery')

const worst = (all: readonly Nullness[]): Nullness => worstFirst.find((nullness) => all.includes(nullness)) ?? 'never'
/** Of alternatives of which the first that is there counts. */
const best = (all: readonly Nullness[]): Nullness => worstFirst.findLast((nullness) => all.includes(nullness)) ?? 'maybe'
const worstFirst: readonly Nullness[] = ['maybe', 'unknown', 'never']

const resultRange = { relation: 0, subquery: 1, join: 2, values: 5, cte: 6, group: 9 }
const sublink = { exists: 0, expression: 4, array: 6 }
/** Functions that answer null although nothing that they are given is. */
const partial =
  /^(jsonb?_(object_field|array_element|extract_path)(_text)?|array_(length|position|upper|lower)|nullif|substring|regexp_(match|substr)|to_reg\w+|current_setting|pg_get_\w+|lag|lead|nth_value|obj_description|col_description|array_subscript\w*)$/
const countingAggregates = /^(count|regr_count)$/
const countingWindows = /^(row_number|rank|dense_rank|percent_rank|cume_dist|ntile|count)$/

/** A condition, and the relations to which it does something where these are not all. */
type Condition = { readonly quals: TreeNode; readonly of?: ReadonlySet<number> | undefined }

/** The relations below a join. */
const rangesIn = (node: TreeNode): number[] =>
  node.node === 'RANGETBLREF'
    ? [numberOf(node, 'rtindex')]
    : ['larg', 'rarg', 'fromlist'].flatMap((side) => nodesIn(node.fields.get(side)).flatMap(rangesIn))

class NullReader {
  readonly #catalogue: Catalogue
  readonly #stack: Stack
  /** Columns, and relations, that a condition holds to be there; each with the outer joins that had been made before it. */
  readonly #held: ReadonlySet<string>
  /** False while it is read what a column is set to, which is told by what was there before. */
  #isNew = true

  constructor(catalogue: Catalogue, stack: Stack, furtherNodes: readonly TreeNode[] = []) {
    this.#catalogue = catalogue
    this.#stack = stack
    const conditions: Condition[] = [...this.#conditionsOf(stack[0]), ...furtherNodes.map((quals) => ({ quals }))]
    this.#held = new Set(
      conditions.flatMap(({ quals, of }) =>
        [...this.#heldBy(quals), ...this.#promisedBy(quals)].filter((condition) => !of || of.has(Number.parseInt(condition, 10))),
      ),
    )
  }

  of(value: TreeValue | undefined): Nullness {
    if (!isNode(value)) return 'unknown'
    const args = (field = 'args') => nodesIn(value.fields.get(field)).map((arg) => this.of(arg))
    const { node, fields } = value
    switch (node) {
      case 'VAR':
        return this.#ofVariable(value)
      case 'CONST':
        return fields.get('constisnull') === 'true' ? 'maybe' : 'never'
      case 'COALESCEEXPR':
      case 'COALESCE':
      case 'MINMAXEXPR':
      case 'MINMAX':
        return best(args())
      case 'CASEEXPR':
      case 'CASE':
        return worst([
          ...nodesIn(fields.get('args')).map((when) => this.#under(when.fields.get('expr')).of(when.fields.get('result'))),
          this.of(fields.get('defresult')),
        ])
      case 'OPEXPR':
      case 'SCALARARRAYOPEXPR':
        return this.#ofCall(numberOf(value, 'opfuncid') || this.#catalogue.functionOf(numberOf(value, 'opno')), args())
      case 'FUNCEXPR':
        return this.#ofCall(numberOf(value, 'funcid'), args())
      case 'BOOLEXPR':
        return this.#ofBoolean(value)
      case 'RELABELTYPE':
      case 'COERCEVIAIO':
      case 'ARRAYCOERCEEXPR':
      case 'COERCETODOMAIN':
      case 'COLLATEEXPR':
      case 'COLLATE':
      case 'NAMEDARGEXPR':
      case 'CONVERTROWTYPEEXPR':
        return this.of(fields.get('arg'))
      case 'NULLTEST':
      case 'BOOLEANTEST':
      case 'DISTINCTEXPR':
      case 'ROWEXPR':
      case 'ROW':
      case 'ARRAYEXPR':
      case 'ARRAY':
      case 'SQLVALUEFUNCTION':
      case 'NEXTVALUEEXPR':
      case 'GROUPINGFUNC':
        return 'never'
      case 'NULLIFEXPR':
        return 'maybe'
      case 'AGGREF':
        return this.#ofAggregate(value)
      case 'WINDOWFUNC':
        return countingWindows.test(this.#catalogue.nameOf(numberOf(value, 'winfnoid'))) ? 'never' : 'unknown'
      case 'SUBLINK':
        return this.#ofSublink(value)
      default:
        return 'unknown'
    }
  }

  #ofVariable(variable: TreeNode): Nullness {
    const up = numberOf(variable, 'varlevelsup')
    if (up > 0) {
      const [query, ...further] = this.#stack.slice(up)
      return query ? new NullReader(this.#catalogue, [query, ...further]).#ofVariable(lowerVariable(variable)) : 'unknown'
    }
    const joins = setOf(variable, 'varnullingrels')
    const [at, column] = [numberOf(variable, 'varno'), numberOf(variable, 'varattno')]
    if (this.#held.has(`${at}.${column}/${joins}`)) return 'never'
    if (joins !== '' && !this.#held.has(`${at}/${joins}`)) return 'maybe'
    const nullability = this.#ofColumn(rangeOf(this.#stack[0], at), column, this.#isNew)
    // Held before an outer join that did not do it harm.
    return nullability === 'maybe' && [...this.#held].some((condition) => condition.startsWith(`${at}.${column}/`)) ? 'never' : nullability
  }

  #ofColumn(range: TreeNode, column: number, isNew = true): Nullness {
    const query = this.#stack[0]
    switch (numberOf(range, 'rtekind')) {
      case resultRange.relation:
        return column <= 0 || (isNew && this.#isWritten(range, column)) || this.#catalogue.isNotNull(numberOf(range, 'relid'), column)
          ? 'never'
          : 'maybe'
      case resultRange.subquery:
        return columnsOf(this.#catalogue, [subqueryOf(range), ...this.#stack])[column - 1] ?? 'unknown'
      case resultRange.join:
        return this.of(nodesIn(range.fields.get('joinaliasvars'))[column - 1])
      case resultRange.group:
        return nodesIn(query.fields.get('groupingSets')).length > 0
          ? 'unknown'
          : this.of(nodesIn(range.fields.get('groupexprs'))[column - 1])
      case resultRange.values:
        return worst((range.fields.get('values_lists') as TreeValue[]).map((row) => this.of(nodesIn(row)[column - 1])))
      case resultRange.cte: {
        if (range.fields.get('self_reference') === 'true') return 'never'
        const outer = this.#stack.slice(numberOf(range, 'ctelevelsup'))
        const cte = nodesIn(outer[0]?.fields.get('cteList')).find(({ fields }) => fields.get('ctename') === range.fields.get('ctename'))
        const inner = cte?.fields.get('ctequery')
        return isNode(inner) ? (columnsOf(this.#catalogue, [inner, ...outer])[column - 1] ?? 'unknown') : 'unknown'
      }
      default:
        return 'unknown'
    }
  }

  /** True of a column that the statement itself fills with something. */
  #isWritten(range: TreeNode, column: number): boolean {
    const query = this.#stack[0]
    const command = numberOf(query, 'commandType')
    if ((command !== 2 && command !== 3) || rangeOf(query, numberOf(query, 'resultRelation')) !== range) return false
    const entry = nodesIn(query.fields.get('targetList')).find((node) => numberOf(node, 'resno') === column)
    if (!entry || nodesIn(query.fields.get('onConflict')).length > 0) return false
    this.#isNew = false
    const nullability = this.of(entry.fields.get('expr'))
    this.#isNew = true
    return nullability !== 'maybe'
  }

  #ofCall(func: number, args: readonly Nullness[]): Nullness {
    if (!this.#catalogue.isStrict(func)) return 'unknown'
    const worstArgument = worst(args)
    return worstArgument === 'never' && partial.test(this.#catalogue.nameOf(func)) ? 'unknown' : worstArgument
  }

  #ofBoolean(value: TreeNode): Nullness {
    const parts = nodesIn(value.fields.get('args'))
    const isAnd = value.fields.get('boolop') === 'and'
    if (!isAnd && value.fields.get('boolop') !== 'or') return this.of(parts[0])
    // What one part says of a column holds where another part decides.
    return worst(
      parts.map((part) => {
        const otherParts = parts.filter((otherPart) => otherPart !== part)
        return (isAnd ? new NullReader(this.#catalogue, this.#stack, otherParts) : this.#unless(otherParts)).of(part)
      }),
    )
  }

  #ofAggregate(value: TreeNode): Nullness {
    const name = this.#catalogue.nameOf(numberOf(value, 'aggfnoid'))
    if (countingAggregates.test(name)) return 'never'
    const isGrouped = nodesIn(this.#stack[0].fields.get('groupClause')).length > 0
    if (!isGrouped || isNode(value.fields.get('aggfilter'))) return 'maybe'
    if (name.endsWith('agg')) return 'never'
    return worst(nodesIn(value.fields.get('args')).map((entry) => this.of(entry.fields.get('expr'))))
  }

  #ofSublink(value: TreeNode): Nullness {
    const kind = numberOf(value, 'subLinkType')
    if (kind === sublink.exists || kind === sublink.array) return 'never'
    const query = value.fields.get('subselect')
    if (kind !== sublink.expression || !isNode(query)) return 'unknown'
    const isOneRow =
      (query.fields.get('hasAggs') === 'true' &&
        nodesIn(query.fields.get('groupClause')).length === 0 &&
        !isNode(query.fields.get('havingQual'))) ||
      (nodesIn(nodeAt(query, 'jointree').fields.get('fromlist')).length === 0 && this.#conditionsOf(query).length === 0)
    return isOneRow ? (columnsOf(this.#catalogue, [query, ...this.#stack])[0] ?? 'unknown') : 'maybe'
  }

  /** How it is where a condition holds. */
  #under(condition: TreeValue | undefined): NullReader {
    return isNode(condition) ? new NullReader(this.#catalogue, this.#stack, [condition]) : this
  }

  /** How it is where none of the conditions holds. */
  #unless(conditions: readonly TreeNode[]): NullReader {
    const denials = conditions.flatMap((condition) =>
      condition.node === 'NULLTEST' && condition.fields.get('nulltesttype') === '0'
        ? [{ ...condition, fields: new Map([...condition.fields, ['nulltesttype', '1']]) }]
        : [],
    )
    return new NullReader(this.#catalogue, this.#stack, denials)
  }

  /** What a row met before it is answered: the condition, and those of the joins. */
  #conditionsOf(query: TreeNode): Condition[] {
    const conditions: Condition[] = []
    const walk = (node: TreeNode): void => {
      const quals = node.fields.get('quals')
      const sides = ['larg', 'rarg'].map((side) => node.fields.get(side)).filter(isNode)
      // An outer join drops no row of its outer side, whatever its condition says.
      const outerSide = [undefined, sides[1], null, sides[0]][node.node === 'JOINEXPR' ? numberOf(node, 'jointype') : 0]
      if (isNode(quals) && outerSide !== null) conditions.push({ quals, of: outerSide && new Set(rangesIn(outerSide)) })
      for (const side of [...nodesIn(node.fields.get('fromlist')), ...sides]) walk(side)
    }
    const tree = query.fields.get('jointree')
    if (isNode(tree)) walk(tree)
    const havingQual = query.fields.get('havingQual')
    return isNode(havingQual) ? [...conditions, { quals: havingQual }] : conditions
  }

  /** The columns that are not null where a condition holds. */
  #heldBy(condition: TreeNode): string[] {
    if (condition.node === 'BOOLEXPR')
      return condition.fields.get('boolop') === 'and' ? nodesIn(condition.fields.get('args')).flatMap((part) => this.#heldBy(part)) : []
    if (condition.node === 'NULLTEST')
      return condition.fields.get('nulltesttype') === '1' ? this.#strictly(condition.fields.get('arg')) : []
    if (condition.node === 'OPEXPR' || condition.node === 'SCALARARRAYOPEXPR' || condition.node === 'VAR') return this.#strictly(condition)
    return []
  }

  /** What the checks of a table promise where a condition holds. */
  #promisedBy(condition: TreeNode): string[] {
    if (condition.node === 'BOOLEXPR')
      return condition.fields.get('boolop') === 'and' ? nodesIn(condition.fields.get('args')).flatMap((part) => this.#promisedBy(part)) : []
    const equal = comparisonOf(condition)
    if (!equal || !/^\w+eq$/.test(this.#catalogue.nameOf(equal.func))) return []
    const rangeIndex = numberOf(equal.variable, 'varno')
    if (numberOf(equal.variable, 'varlevelsup') > 0) return []
    const range = rangeOf(this.#stack[0], rangeIndex)
    if (numberOf(range, 'rtekind') !== resultRange.relation) return []
    return this.#catalogue
      .promises(numberOf(range, 'relid'))
      .filter(({ where, value }) => where === numberOf(equal.variable, 'varattno') && value === equal.value)
      .map(({ column }) => `${rangeIndex}.${column}/${setOf(equal.variable, 'varnullingrels')}`)
  }

  /** The columns without which an expression is null. */
  #strictly(value: TreeValue | undefined): string[] {
    if (!isNode(value)) return []
    const { node, fields } = value
    if (node === 'VAR') {
      if (numberOf(value, 'varlevelsup') > 0) return []
      const [at, joins] = [numberOf(value, 'varno'), setOf(value, 'varnullingrels')]
      return [`${at}.${numberOf(value, 'varattno')}/${joins}`, `${at}/${joins}`]
    }
    if (node === 'RELABELTYPE' || node === 'COERCEVIAIO') return this.#strictly(fields.get('arg'))
    const isOperator = node === 'OPEXPR' || node === 'SCALARARRAYOPEXPR'
    const operatorFunction = () => numberOf(value, 'opfuncid') || this.#catalogue.functionOf(numberOf(value, 'opno'))
    const ownFunction = node === 'FUNCEXPR' ? numberOf(value, 'funcid') : undefined
    const func = isOperator ? operatorFunction() : ownFunction
    if (func === undefined || !this.#catalogue.isStrict(func)) return []
    const args = nodesIn(fields.get('args'))
    return (node === 'SCALARARRAYOPEXPR' ? args.slice(0, 1) : args).flatMap((arg) => this.#strictly(arg))
  }
}

const lowerVariable = (variable: TreeNode): TreeNode => ({ ...variable, fields: new Map([...variable.fields, ['varlevelsup', '0']]) })

/** A column held against a constant. */
const comparisonOf = (condition: TreeNode): { variable: TreeNode; value: string; func: number } | undefined => {
  if (condition.node !== 'OPEXPR') return undefined
  const [variable, constant] = nodesIn(condition.fields.get('args'))
  if (variable?.node !== 'VAR' || constant?.node !== 'CONST') return undefined
  return { variable, value: JSON.stringify(constant.fields.get('constvalue')), func: numberOf(condition, 'opfuncid') }
}

/** The promises in a check such as `state <> 2 or version is not null`. */
export const promisesIn = (check: TreeNode, nameOf: Catalogue['nameOf']): NotNullPromise[] => {
  if (check.node !== 'BOOLEXPR') return []
  const parts = nodesIn(check.fields.get('args'))
  if (check.fields.get('boolop') === 'and') return parts.flatMap((part) => promisesIn(part, nameOf))
  const [unless, consequence] = parts
  const otherComparison = unless && comparisonOf(unless)
  if (parts.length !== 2 || !consequence || !otherComparison || !/^\w+ne$/.test(nameOf(otherComparison.func))) return []
  const tests =
    consequence.node === 'BOOLEXPR' && consequence.fields.get('boolop') === 'and' ? nodesIn(consequence.fields.get('args')) : [consequence]
  return tests.flatMap((test) => {
    const column = test.fields.get('arg')
    if (test.node !== 'NULLTEST' || test.fields.get('nulltesttype') !== '1' || !isNode(column) || column.node !== 'VAR') return []
    return [{ column: numberOf(column, 'varattno'), where: numberOf(otherComparison.variable, 'varattno'), value: otherComparison.value }]
  })
}
