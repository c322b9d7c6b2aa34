import type { Fields } from '../../kernel/field.ts'
import { isEmpty } from '../../kernel/field.ts'
import type { FieldPermissions } from '../../domain/approval/form/form.ts'
import type { DocumentKind } from '../../domain/documents/define.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { isOwnKey } from '../../domain/records/ownFields/ownField.ts'
import { tableOfRecord } from '../../domain/records/table.ts'
import type { Session } from '../call.ts'
import type { QueryTx } from '../db/tx.ts'
import type { Values } from '../db/recordTable.ts'
import type { Request } from '../tables/order.ts'
import { requireColumns } from '../tables/open.ts'

/** What the roles of a reader hide. */
type Reader = Pick<Session, 'hiddenFields'>

/** True where the reader sees no money: prices and values on cards, in stock, in counts and in documents of others. */
export const hidesMoney = ({ hiddenFields }: Reader): boolean => hiddenFields.has('value')

const moneyKeys = (fields: Fields): string[] => Object.keys(fields).filter((key) => fields[key]?.control.type === 'money')

/** The fields of a kind of record that none of the reader's roles shows. */
export const hiddenKeys = (reader: Reader, { noun, fields }: Pick<RecordKind, 'noun' | 'fields'>): string[] => {
  if (reader.hiddenFields.size === 0) return []
  const ownKeys = noun === 'asset' ? Object.keys(fields).filter((key) => reader.hiddenFields.has(key)) : []
  return [...new Set([...ownKeys, ...(hidesMoney(reader) ? moneyKeys(fields) : [])])]
}

/** Refuses a question that asks, sorts or adds up by a hidden column: the order and the count would tell. */
export const requireShown = (reader: Reader, kind: RecordKind, question: Partial<Request> & Values): void => {
  const keys = hiddenKeys(reader, kind)
  if (keys.length > 0)
    requireColumns(
      tableOfRecord(kind),
      (key) => !keys.includes(key),
      question,
      keys.filter((key) => !isEmpty(question[key])),
    )
}

/** What is sent without the hidden fields that say nothing: a form that does not show them sends them empty. */
export const withoutHidden = (reader: Reader, kind: RecordKind, raw: Values): Values => {
  const keys = hiddenKeys(reader, kind)
  return Object.fromEntries(Object.entries(raw).filter(([key, value]) => !keys.includes(key) || !isEmpty(value)))
}

/** What roles hide of a document of others from a reader, as a flow would say it: money, and own fields of assets. */
export const hiddenOfDocument = (reader: Reader, { header, line }: Pick<DocumentKind, 'header' | 'line'>): FieldPermissions => {
  const moneyPaths = hidesMoney(reader) ? ['amount', ...moneyKeys(header), ...moneyKeys(line).map((key) => `lines.${key}`)] : []
  const ownPaths = Object.keys(line).flatMap((key) => (isOwnKey(key) && reader.hiddenFields.has(key) ? [`lines.${key}`] : []))
  return Object.fromEntries([...moneyPaths, ...ownPaths].map((path) => [path, 'hide' as const]))
}

/** Which of some own fields a role of the organisation hides. */
export const keysHiddenByRoles = async (tx: QueryTx, keys: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await tx.query<{ key: string }>(
    'select distinct k.key from role r cross join unnest(r.hidden_fields) k (key) where r.org_id = $1 and r.deleted_at is null and k.key = any ($2::text[])',
    [tx.orgId, keys],
  )
  return new Set(rows.map(({ key }) => key))
}
