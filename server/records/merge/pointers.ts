import type { Query } from '../../audit/check.ts'

/** A column that may point to records of a kind: a key of its own, one beside the noun that it is of, ids in a list, or values in JSON. */
export type Pointer = {
  readonly table: string
  readonly column: string
  readonly type: 'id' | 'ids' | 'json'
  /** The column that says of which noun the id is; null where the key says it. */
  readonly nounColumn: string | null
  /** The other columns of each unique index that has the column. */
  readonly uniques: readonly (readonly string[])[]
  /** True where a change of a row counts in its version. */
  readonly isVersioned: boolean
}

/**
 * Tables whose rows go on naming the record that was merged, each with the reason. Where they are read the forward leads on. Every other column of
 * the schema that may point to a record follows a merge; a new table need not be named anywhere.
 */
export const staysAsItIs: Readonly<Record<string, string>> = {
  asset: 'Cards change with an entry in their history each: `mergeCards`.',
  document: 'Those that are in no book yet follow: `mergeDocuments`. The others are sealed.',
  document_line: 'As its document.',
  document_event: 'It is sealed.',
  asset_event: 'It is sealed.',
  wf_event: 'It is sealed.',
  watched_change: 'It is sealed.',
  own_value: 'Triggers write it from the records.',
  move: 'It is sealed; what has stock is not merged.',
  balance: 'What has stock is not merged.',
  balance_opening: 'What has stock is not merged.',
  stock_closing: 'It says what was in stock at the end of a closed month.',
  reservation: 'What is reserved is not merged.',
  wf_instance: 'It is what its log says.',
  wf_task: 'It is what the log of its application says.',
  wf_comment: 'It is what the log of its application says.',
  wf_incident: 'It says what a document could not do.',
  wf_definition: 'A record that a flow in use names is not merged.',
  wf_form_version: 'A version that is published stays.',
  count_task: 'What an open count is about is not merged; the others are over.',
  count_line: 'As its count.',
  count_result: 'As its count.',
  count_event: 'A device observed it.',
  count_quarantine: 'A device observed it.',
  count_stale: 'What an open count is about is not merged.',
  count_freeze: 'What an open count is about is not merged.',
  count_unknown: 'As its count.',
  import_batch: 'A sheet is read as it came; codes and names lead to the record that stays.',
  bulk_job: 'It says what was asked for.',
  bulk_item: 'It says what was done.',
  job: 'What it is about is read when it runs.',
  outbox: 'It is told within seconds.',
  command: 'It is what was answered.',
  chat_message: 'People wrote it.',
  message: 'It says what people were told.',
  dispute_export_step: 'It says what was done.',
  operator_act: 'It says what was done.',
  print_job: 'It is on its way to paper.',
  print_job_item: 'It is on its way to paper.',
  label_print: 'It says what was printed.',
  disk_space: 'A record whose folder has files is not merged.',
  disk_content: 'It is bytes.',
  disk_part: 'It is bytes.',
  record_event: 'It says what was done.',
  record_forward: 'A merge leads it on by itself.',
  att_punch: 'It names places of its own.',
  att_day: 'It is derived.',
  workplace_event: 'A chat told it.',
  workplace_told: 'A chat told it.',
}

/** Columns that, beside a noun, hold the id of a record. */
const besideNoun = ['item_id', 'subject_id', 'ref_id', 'record_id']

/** Every column that may point to a record of the kind whose table is named, as the catalogue of the database knows it. */
export const pointersTo = async (query: Query, table: string): Promise<Pointer[]> =>
  (await query<Pointer & { isKey: boolean; isOwnKey: boolean }>(catalogue, [table]))
    .filter(({ table: of, column, type, isKey, isOwnKey, nounColumn }) => {
      if (of in staysAsItIs) return false
      if (type !== 'id') return true
      return isKey || (!isOwnKey && nounColumn !== null && besideNoun.includes(column))
    })
    .map(({ table: of, column, type, nounColumn, uniques, isVersioned, isKey }) => ({
      table: of,
      column,
      type,
      nounColumn: isKey ? null : nounColumn,
      uniques,
      isVersioned,
    }))

/** What a pointer's rows are called to people, by their table; the rest are other settings. */
export const tableWords: Readonly<Record<string, string>> = {
  asset: '资产',
  model: '资产型号',
  consumable: '耗材',
  category: '下级分类',
  location: '下级区域',
  location_user: '区域人员',
  document: '未入账的单据',
  saved_view: '保存的视图',
  dashboard: '仪表板',
  wf_application_draft: '申请草稿',
  wf_form: '表单',
  wf_draft: '流程草稿',
  count_plan: '盘点计划',
  label_code: '已绑定的空白标签',
  label_state: '标签',
  label_template: '标签模板',
  depreciation_rule: '折旧规则',
  account_rule: '入账科目',
  chat: '会话',
  file_scope: '附件',
  att_place: '打卡地点',
}
export const otherWords = '其他设置'

const catalogue = `
  select c.relname as "table", a.attname as "column",
    case when a.atttypid = 'jsonb'::regtype then 'json' when a.atttypid = 'bigint[]'::regtype then 'ids' else 'id' end as type,
    exists (select from pg_constraint k join pg_class r on r.oid = k.confrelid
            where k.conrelid = c.oid and k.contype = 'f' and r.relname = $1 and a.attnum = any (k.conkey)) as "isKey",
    exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey)) as "isOwnKey",
    (select n.attname from pg_attribute n where n.attrelid = c.oid and n.attnum > 0 and not n.attisdropped and n.attname in ('noun', 'subject_noun') limit 1) as "nounColumn",
    exists (select from pg_attribute n where n.attrelid = c.oid and n.attname = 'version' and not n.attisdropped) as "isVersioned",
    coalesce((select jsonb_agg(u.others) from (
      select array(select o.attname::text from unnest(i.indkey) k (at) join pg_attribute o on o.attrelid = c.oid and o.attnum = k.at
                   where o.attname not in ('org_id', a.attname)) as others
      from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any (i.indkey)) u), '[]') as uniques
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname <> 'org_id'
    and a.atttypid in ('bigint'::regtype, 'bigint[]'::regtype, 'jsonb'::regtype)
    and has_table_privilege(c.oid, 'UPDATE')
    and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'org_id' and not o.attisdropped)
  order by c.relname, a.attname`
