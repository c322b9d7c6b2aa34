import { recordOf } from '../../../domain/records/all.ts'
import { fieldsOnLines } from '../../../domain/documents/cardColumns.ts'
import type { DocumentKind } from '../../../domain/documents/define.ts'
import { linedKinds, mayBeMixed, ownColumnsOfLines, severalAssetsKeys, thingKeysOf } from '../../../domain/documents/lineTable.ts'
import {
  combineOwnValues,
  combinedTextLength,
  differentValues,
  type Several,
  textSeparator,
} from '../../../domain/documents/ownValuesOfSeveral.ts'
import { pieceSeparator, piecesIn } from '../../../domain/documents/ownLines.ts'
import type { RecordField, RecordKind } from '../../../domain/records/define.ts'
import { valueColumnOf } from '../../../domain/records/ownFields/ownField.ts'
import { isEmpty } from '../../../kernel/field.ts'
import { isNumber, kindOf, refersTo } from '../../../kernel/fields/kinds.ts'
import type { Id } from '../../../kernel/id.ts'
import { fieldSql } from '../../db/recordTable.ts'
import type { ColumnStanding, Standings } from '../../tables/columnStanding.ts'
import type { HiddenColumn } from '../hiddenColumns.ts'

type Values = Readonly<Record<string, unknown>>
type OwnFields = Pick<RecordKind, 'fields'>

/** SQL: true of an asset, by the alias of its row, that the reader may see whole. */
type ScopeSql = (alias: string) => string

const namesOf = (kinds: readonly DocumentKind[]): string => kinds.map(({ kind }) => `'${kind}'`).join(', ')
const ownLineKinds = linedKinds.goods.filter(({ ownLines }) => ownLines !== undefined)
const ownLineKindsSql = namesOf(ownLineKinds)
const severalAssetsKindsSql = namesOf(
  linedKinds.goods.filter((kind) => thingKeysOf(kind, 'goods').some((key) => severalAssetsKeys.includes(key))),
)
const createdKindsSql = namesOf(ownLineKinds.filter(({ ownLines }) => ownLines === 'created'))

/** The fields of lines that say what a line is about. */
const thingPaths = [...new Set(linedKinds.goods.flatMap((kind) => thingKeysOf(kind, 'goods')).map((key) => `lines.${key}`))]

/** The assets `p` that a line names where it names several. */
const severalAssetsSql = `(select id::bigint as id from ${severalAssetsKeys
  .map((key) => `jsonb_array_elements_text(case jsonb_typeof(l.data -> '${key}') when 'array' then l.data -> '${key}' end) n (id)`)
  .join(' union all select id::bigint from ')}) n join asset p on p.org_id = $1 and p.id = n.id`

/** The PostgreSQL type of a value; what is found in no column is a list. */
const sqlTypeOf = ({ control }: RecordField): string => (valueColumnOf(control) === undefined ? 'jsonb' : kindOf(control).column)

/** SQL: the values `v` of several assets that have one. */
const valuesOfSeveralSql = (valueSql: string): string => `from (select ${valueSql} as v from ${severalAssetsSql}) p where v is not null`

/** SQL: a value `v` of several assets as `combineOwnValues` has it. */
const combinedSql = ({ control }: RecordField, sqlType: string, valueSql: string): string => {
  const valuesSql = valuesOfSeveralSql(valueSql)
  if (sqlType === 'jsonb')
    return `(select jsonb_agg(distinct e) from (select v ${valuesSql}) f
      cross join lateral jsonb_array_elements(case jsonb_typeof(v) when 'array' then v else jsonb_build_array(v) end) x (e))`
  if (control.type === 'text')
    return `(select left(string_agg(distinct v collate "C", '${textSeparator}' order by v collate "C"), ${combinedTextLength}) ${valuesSql})`
  return `(select case when min(v::text) = max(v::text) then min(v::text)::${sqlType} end ${valuesSql})`
}

/** SQL: the texts of a line with one for each of several pieces, as `piecesIn` divides them, beside each other. */
const piecesSql = (sql: string): string => {
  const separator = pieceSeparator.source
  const piecesOnly = `regexp_replace(${sql}, '^(\\s|${separator})+|(\\s|${separator})+$', '', 'g')`
  const joinedPieces = `regexp_replace(${piecesOnly}, '\\s*${separator}(\\s|${separator})*', '${textSeparator}', 'g')`
  return `left(${joinedPieces}, ${combinedTextLength})`
}

/** Where an own field of a line stands: in the line itself where its kind asks for it, else on the cards of the assets that it names. */
const standingOf = (
  key: string,
  field: RecordField,
  { isOnCards, hiddenColumn, scopeSql }: { readonly isOnCards: boolean; readonly hiddenColumn: HiddenColumn; readonly scopeSql: ScopeSql },
): ColumnStanding => {
  const sqlType = sqlTypeOf(field)
  const isSeveral = sqlType === 'jsonb'
  const storedSql = isSeveral ? `(l.data -> '${key}')` : `(l.data ->> '${key}')${sqlType === 'text' ? '' : `::${sqlType}`}`
  // A line that makes several assets has a value for each as one text, which is no number.
  const isTextOfPieces = field.unique === true && sqlType !== 'text'
  const kindsSql = isTextOfPieces ? namesOf(ownLineKinds.filter(({ ownLines }) => ownLines === 'changed')) : ownLineKindsSql
  const ownSql =
    field.unique === true && sqlType === 'text'
      ? `case when d.kind in (${createdKindsSql}) then ${piecesSql(storedSql)} else ${storedSql} end`
      : storedSql
  const lineSql = hiddenColumn(`lines.${key}`, `case when d.kind in (${kindsSql}) then ${ownSql} end`)
  const cardSql = (alias: string) => {
    const valueSql = fieldSql(alias, key, sqlType)
    return field.open ? valueSql : `case when ${scopeSql(alias)} then ${valueSql} end`
  }
  const hideThings = (sql: string) => thingPaths.reduce((text, path) => hiddenColumn(path, text), sql)
  const fromCards = (ofOneSql: string, ofSeveralSql: string) =>
    isOnCards ? `, ${hideThings(`coalesce(${ofOneSql}, ${ofSeveralSql})`)}` : ''
  const noun = refersTo(field.control)
  const tree = noun && noun !== 'document' ? recordOf(noun) : undefined
  const sql = `coalesce(${lineSql}${fromCards(cardSql('a'), combinedSql(field, sqlType, cardSql('p')))})`
  const differSql = hideThings(`(select min(v::text) <> max(v::text) ${valuesOfSeveralSql(cardSql('p'))})`)
  return {
    sql,
    ...(mayBeMixed(field) && { mixedSql: `(${sql} is null and coalesce(${differSql}, false))` }),
    tree: tree?.parent && tree.table,
    ...(isSeveral && { several: true }),
    ...(isNumber(field.control) && {
      groupSql: sql,
      sumSql: `coalesce(${lineSql} * case when d.kind in (${createdKindsSql}) then ${hiddenColumn('lines.quantity', 'l.quantity')} else 1 end
        ${fromCards(cardSql('a'), `(select sum(${cardSql('p')}) from ${severalAssetsSql})`)})`,
    }),
  }
}

/** Where the own fields of lines stand: what lines say themselves, and what cards say, of assets outside the reader's scope the open ones alone. */
export const ownStandingsOf = (assetKind: OwnFields, hiddenColumn: HiddenColumn, scopeSql: ScopeSql): Standings => {
  const cardFields = fieldsOnLines(assetKind).fields
  return Object.fromEntries(
    ownColumnsOfLines(assetKind).map(([key, field]) => [
      key,
      standingOf(key, field, { isOnCards: cardFields[key] !== undefined, hiddenColumn, scopeSql }),
    ]),
  )
}

/** SQL: the own fields that a line has itself, as far as the reader is shown them. */
export const lineValuesSql = (assetKind: OwnFields, hiddenColumn: HiddenColumn): string =>
  ownColumnsOfLines(assetKind).reduce((sql, [key]) => {
    const keySql = hiddenColumn(`lines.${key}`, `''`, `'${key}'`)
    return keySql === `''` ? sql : `(${sql}) - (${keySql})`
  }, `case when d.kind in (${ownLineKindsSql}) then l.data end`)

/** SQL: the assets that a line names in a list, each its id and its code, in the order of codes, as far as the reader is shown them. */
export const listedAssetsSql = (hiddenColumn: HiddenColumn): string => {
  const assetsSql = `case when d.kind in (${severalAssetsKindsSql}) then
    (select jsonb_agg(jsonb_build_array(p.id::text, p.instance_code) order by p.instance_code) from ${severalAssetsSql}) end`
  return thingPaths.reduce((sql, path) => hiddenColumn(path, sql), assetsSql)
}

type ListedAsset = readonly [id: Id, code: string]

/** What is read of a line for its own fields and the assets it names. */
export type LineOwn = {
  readonly kind: string
  readonly lineValues: Values | null
  readonly assetId: Id | null
  readonly listedAssets: readonly ListedAsset[] | null
}

/** What a line says in its own fields: itself, or by the cards of the assets that it names. */
export const ownValuesOfLine = (
  assetKind: OwnFields,
  { lineValues, kind: kindName }: Pick<LineOwn, 'lineValues' | 'kind'>,
  cards: readonly Values[],
): Values => {
  const isCreated = ownLineKinds.some(({ kind, ownLines }) => kind === kindName && ownLines === 'created')
  return Object.fromEntries(
    ownColumnsOfLines(assetKind).flatMap(([key, field]) => {
      const isText = sqlTypeOf(field) === 'text'
      const ownValue = isCreated && field.unique ? piecesOf(lineValues?.[key], isText) : lineValues?.[key]
      const value = isEmpty(ownValue)
        ? combineOwnValues(
            field.control,
            cards.map((card) => card[key]),
          )
        : ownValue
      return isEmpty(value) ? [] : [[key, value] as const]
    }),
  )
}

/** What the assets of a line do not have in common, by field, where the line itself says nothing in it. */
export const differentValuesOfLine = (
  assetKind: OwnFields,
  cards: readonly Values[],
  ownValues: Values,
): Readonly<Record<string, Several>> =>
  Object.fromEntries(
    ownColumnsOfLines(assetKind).flatMap(([key, { control }]) => {
      const different = differentValues(
        control,
        cards.map((card) => card[key]),
      )
      return different && ownValues[key] === undefined ? [[key, different] as const] : []
    }),
  )

/** What several pieces have, beside each other; nothing where that is no text. */
const piecesOf = (value: unknown, isText: boolean): string | undefined =>
  isText && !isEmpty(value) ? piecesIn(value).join(textSeparator).slice(0, combinedTextLength) : undefined

/** The assets whose cards say something of a line. */
export const assetsOfLine = ({ assetId, listedAssets }: Pick<LineOwn, 'assetId' | 'listedAssets'>): readonly Id[] =>
  listedAssets?.map(([id]) => id) ?? (assetId === null ? [] : [assetId])
