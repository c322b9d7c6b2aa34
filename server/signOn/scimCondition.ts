import { ScimFault } from '../../domain/signOn/scimFault.ts'
import type { ScimFilter, ScimLiteral, ScimOperator } from '../../domain/signOn/scimFilter.ts'

/** Where an attribute is kept: as SQL, with how it is compared. */
type Attribute =
  /** `letters`: as they are (`exact`), in small letters already (`small`), or any. */
  | { readonly t: 'text'; readonly sql: string; readonly letters?: 'exact' | 'small' }
  | { readonly t: 'truth'; readonly sql: string }
  | { readonly t: 'moment'; readonly sql: string }
  /** Several values: `from` names their rows `item`. */
  | { readonly t: 'several'; readonly from: string; readonly parts: Attributes; readonly usual: string }
type Attributes = Readonly<Record<string, Attribute>>

const textAttribute = (key: string): Attribute => ({ t: 'text', sql: `said ->> '${key}'` })
const moments: Attributes = {
  'meta.created': { t: 'moment', sql: 'created_at' },
  'meta.lastmodified': { t: 'moment', sql: 'updated_at' },
}
const valuesOf = (key: string): Attribute => ({
  t: 'several',
  from: `jsonb_array_elements(coalesce(said -> '${key}', '[]'::jsonb)) as item`,
  parts: {
    value: { t: 'text', sql: `item ->> 'value'` },
    type: { t: 'text', sql: `item ->> 'type'` },
    primary: { t: 'truth', sql: `coalesce((item ->> 'primary')::boolean, false)` },
  },
  usual: 'value',
})

export const userAttributes: Attributes = {
  id: { t: 'text', sql: 'id::text', letters: 'small' },
  username: { t: 'text', sql: 'login', letters: 'small' },
  externalid: { t: 'text', sql: `said ->> 'externalId'`, letters: 'exact' },
  displayname: textAttribute('displayName'),
  'name.formatted': textAttribute('formatted'),
  'name.familyname': textAttribute('familyName'),
  'name.givenname': textAttribute('givenName'),
  title: textAttribute('title'),
  employeenumber: textAttribute('employeeNumber'),
  active: { t: 'truth', sql: `coalesce((said ->> 'active')::boolean, true)` },
  emails: valuesOf('emails'),
  phonenumbers: valuesOf('phoneNumbers'),
  ...moments,
}
export const groupAttributes: Attributes = {
  id: { t: 'text', sql: 'id::text', letters: 'small' },
  displayname: { t: 'text', sql: 'name' },
  externalid: { t: 'text', sql: 'external_id', letters: 'exact' },
  members: {
    t: 'several',
    from: 'unnest(members) as item',
    parts: { value: { t: 'text', sql: 'item', letters: 'small' } },
    usual: 'value',
  },
  ...moments,
}

const attributeIn = (attributes: Attributes, name: string): Attribute => {
  const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined
  if (!attribute) throw new ScimFault(400, `"${name}" cannot be filtered by.`, 'invalidFilter')
  return attribute
}

/** The filter as an SQL condition that is never null; what it compares with is added to `values`. */
export const conditionOf = (filter: ScimFilter, attributes: Attributes, values: unknown[]): string => {
  switch (filter.t) {
    case 'and':
    case 'or':
      return `(${conditionOf(filter.left, attributes, values)} ${filter.t} ${conditionOf(filter.right, attributes, values)})`
    case 'not':
      return `not ${conditionOf(filter.filter, attributes, values)}`
    case 'some': {
      const attribute = attributeIn(attributes, filter.attribute)
      if (attribute.t !== 'several') throw new ScimFault(400, `"${filter.attribute}" has one value only.`, 'invalidFilter')
      return `exists (select from ${attribute.from} where ${conditionOf(filter.filter, attribute.parts, values)})`
    }
    default: {
      // `emails.value eq "x"` and `emails eq "x"` ask for one of the values.
      const [name = '', part] = filter.attribute.split('.')
      const outer = Object.hasOwn(attributes, name) ? attributes[name] : undefined
      if (outer?.t === 'several')
        return `exists (select from ${outer.from} where ${conditionOf({ ...filter, attribute: part ?? outer.usual }, outer.parts, values)})`
      const attribute = attributeIn(attributes, filter.attribute)
      if (filter.t === 'present') return attribute.t === 'several' ? 'true' : `(${attribute.sql}) is not null`
      return comparisonOf(attribute, filter.operator, filter.value, values)
    }
  }
}

const orders: Partial<Record<ScimOperator, string>> = { gt: '>', ge: '>=', lt: '<', le: '<=' }

const comparisonOf = (attribute: Attribute, operator: ScimOperator, value: ScimLiteral, values: unknown[]): string => {
  if (attribute.t === 'several') return 'false'
  if (value === null) {
    if (operator !== 'eq' && operator !== 'ne') throw new ScimFault(400, 'null is equal or not.', 'invalidFilter')
    return `(${attribute.sql}) is ${operator === 'eq' ? '' : 'not '}null`
  }
  const addValue = (text: unknown): string => `$${values.push(text)}`
  if (attribute.t === 'truth') {
    const truth = String(value).toLowerCase()
    if ((operator !== 'eq' && operator !== 'ne') || (truth !== 'true' && truth !== 'false'))
      throw new ScimFault(400, 'That attribute is equal to true or false, or not.', 'invalidFilter')
    return `(${attribute.sql}) is ${operator === 'eq' ? '' : 'not '}${truth}`
  }
  if (attribute.t === 'moment') {
    const atMs = Date.parse(String(value))
    const sign = { ...orders, eq: '=', ne: '<>' }[operator]
    if (Number.isNaN(atMs) || sign === undefined) throw new ScimFault(400, 'That attribute is compared with a moment.', 'invalidFilter')
    return `${attribute.sql} ${sign} ${addValue(new Date(atMs).toISOString())}::timestamptz`
  }
  const { sql, letters } = attribute
  const text = letters === 'exact' ? String(value) : String(value).toLowerCase()
  return textComparison(comparable(sql, letters), operator, `${addValue(text)}::text`)
}

/** Text that is never null, in letters that a comparison may go by; what is kept in small letters stays as its index has it. */
const comparable = (sql: string, letters: 'exact' | 'small' | undefined): string => {
  if (letters === 'small') return sql
  return letters === 'exact' ? `coalesce(${sql}, '')` : `lower(coalesce(${sql}, ''))`
}

const textComparison = (sql: string, operator: ScimOperator, against: string): string => {
  switch (operator) {
    case 'eq':
      return `${sql} = ${against}`
    case 'ne':
      return `${sql} <> ${against}`
    case 'co':
      return `strpos(${sql}, ${against}) > 0`
    case 'sw':
      return `starts_with(${sql}, ${against})`
    case 'ew':
      return `right(${sql}, length(${against})) = ${against}`
    default:
      return `${sql} collate "C" ${orders[operator] ?? '='} ${against}`
  }
}
