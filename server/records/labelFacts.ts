import { refersTo } from '../../kernel/fields/kinds.ts'
import { recordOf } from '../../domain/records/all.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { columnOf, tableOf } from '../db/recordTable.ts'

/** Each field of a row `of` that has a column, as it is compared: what is referred to by its name. */
const comparedColumns = (kind: RecordKind, alias: string): { key: string; sql: string }[] =>
  tableOf(kind).columns.flatMap(({ key, name, control, isOwn }) => {
    if (isOwn) return []
    const noun = refersTo(control)
    if (!noun) return [{ key, sql: `${alias}.${name}` }]
    const to = recordOf(noun)
    return [{ key, sql: `(select n.${columnOf(to.nameField)} from "${to.table}" n where n.org_id = $1 and n.id = ${alias}.${name})` }]
  })

/** The fields of a row `r` as JSON, with its own values. */
export const factsOf = (kind: RecordKind): string =>
  `jsonb_build_object(${comparedColumns(kind, 'r')
    .map(({ key, sql }) => `'${key}', ${sql}`)
    .join(', ')}) || coalesce(r.own_values, '{}')`

/** Whether a row `of` says something else than a label `s` that was printed of it. Only what the label shows is looked up. */
const differs = (kind: RecordKind, alias: string): string =>
  `(${comparedColumns(kind, alias)
    .map(({ key, sql }) => `s.bound ? '${key}' and s.bound -> '${key}' <> coalesce(to_jsonb(${sql}), 'null')`)
    .join(' or ')}
    or exists (select from jsonb_each(s.bound) b where b.key ~ '^x[0-9]' and b.value <> coalesce(${alias}.own_values -> b.key, 'null')))`

/** The last label of a row `of`, as `s`. One look for each row: as good where the database has not counted the labels yet. */
export const lastLabel = (kind: RecordKind, alias: string): string =>
  `lateral (select * from label_state l where l.org_id = $1 and l.noun = '${kind.noun}' and l.item_id = ${alias}.id offset 0) s`

/** Whether a label of a row `of` is due, beside its last one `s`: none ever came out and no blank one stands for it, or it says something else. */
export const dueOf = (kind: RecordKind, alias: string): { readonly never: string; readonly changed: string } => ({
  never: `(s.item_id is null and not exists (select from label_code c where c.org_id = $1 and c.noun = '${kind.noun}' and c.item_id = ${alias}.id))`,
  changed: `(s.item_id is not null and ${differs(kind, alias)})`,
})

/** Of assets those whose labels are kept up: the others are not there any more. */
export const isLabelled = (alias: string): string => `${alias}.state not in ('disposed', 'lost', 'gone')`
