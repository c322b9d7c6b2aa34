import { type Id, newId } from '../../kernel/id.ts'
import { RefusalError, refuse } from '../../kernel/refusal.ts'
import { inWords } from '../../domain/english/all.ts'
import type { LabelNoun } from '../../domain/labels/content.ts'
import { deliveredTemplates } from '../../domain/labels/deliveredTemplates.ts'
import type { LabelTemplate } from '../../domain/labels/template.ts'
import { templateRefusal } from '../../domain/labels/templateInput.ts'
import { labelOperations as calls, type LabelTemplateRow } from '../../domain/labels/operations.ts'
import { changedMeanwhile } from '../../domain/operations/define.ts'
import { type Call, handle, type Handler } from '../call.ts'
import type { QueryTx, Tx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'

export const templateHandlers: readonly Handler[] = [
  handle(calls.templates, async ({ tx, language }, { noun }) => ({ list: await templatesOf(tx, language, noun) })),

  handle(calls.saveTemplate, async ({ tx, session, language }, { templateKey, version, template }) => {
    const wrong = templateRefusal(template)
    if (wrong) throw new RefusalError(wrong)
    await requirePictures(tx, template)
    const key = templateKey ?? `own-${newId()}`
    const newest = await newestOf(tx, key)
    const lastVersion = newest && !newest.is_deleted ? newest.version : 0
    if (templateKey !== undefined && lastVersion === 0 && !deliveredTemplates.has(key)) throw new NotFound()
    if (version !== undefined && version !== lastVersion) refuse(changedMeanwhile, '别人刚刚修改了这个模板，请重新打开')
    const savedRows = await tx.query(
      `insert into label_template (org_id, template_key, version, noun, name, body, created_by) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict do nothing returning 1`,
      [tx.orgId, key, (newest?.version ?? 0) + 1, template.noun, template.name, template, session.uid],
    )
    if (savedRows.length === 0) refuse(changedMeanwhile, '别人刚刚修改了这个模板，请重新打开')
    return templateNow(tx, language, key)
  }),

  handle(calls.deleteTemplate, async ({ tx, session }, { templateKey }) => {
    const newest = await newestOf(tx, templateKey)
    if (!newest || newest.is_deleted) throw new NotFound()
    await tx.query(
      `insert into label_template (org_id, template_key, version, noun, name, body, is_deleted, created_by)
       select org_id, template_key, version + 1, noun, name, body, true, $4 from label_template
       where org_id = $1 and template_key = $2 and version = $3
       on conflict do nothing`,
      [tx.orgId, templateKey, newest.version, session.uid],
    )
    return { deleted: true }
  }),
]

/** Two who save at once want to write the same next version, and the key lets one. */
const newestOf = async (tx: Tx, key: string): Promise<{ version: number; is_deleted: boolean } | undefined> => {
  const [newest] = await tx.query<{ version: number; is_deleted: boolean }>(
    `select version, is_deleted from label_template where org_id = $1 and template_key = $2 order by version desc limit 1`,
    [tx.orgId, key],
  )
  return newest
}

type Language = Call['language']

type StoredTemplate = { template_key: string; version: number; body: LabelTemplate; created_at: string; is_deleted: boolean }

const newestText = `select distinct on (template_key) template_key, version, body, created_at, is_deleted from label_template where org_id = $1`

/** The organisation's own and the delivered ones in the reader's language, those of a noun alone where it is said; delivered ones in their order first. */
export const templatesOf = async (tx: QueryTx, language: Language, noun?: LabelNoun): Promise<LabelTemplateRow[]> => {
  const ownTemplates = await tx.query<StoredTemplate>(
    `select * from (${newestText} order by template_key, version desc) t where not is_deleted order by created_at`,
    [tx.orgId],
  )
  const byKey = new Map(ownTemplates.map((row) => [row.template_key, rowOf(row)]))
  const deliveredRows = [...deliveredTemplates].map(([key, template]) => byKey.get(key) ?? deliveredRow(language, key, template))
  return [...deliveredRows, ...ownTemplates.map((row) => rowOf(row)).filter(({ isDelivered }) => !isDelivered)].filter(
    (row) => noun === undefined || row.noun === noun,
  )
}

/** A template as it is now. Throws NotFound. */
export const templateNow = async (tx: QueryTx, language: Language, key: string): Promise<LabelTemplateRow> => {
  const [ownRow] = await tx.query<StoredTemplate>(
    `select * from (${newestText} and template_key = $2 order by template_key, version desc) t where not is_deleted`,
    [tx.orgId, key],
  )
  if (ownRow) return rowOf(ownRow)
  const deliveredTemplate = deliveredTemplates.get(key)
  if (!deliveredTemplate) throw new NotFound()
  return deliveredRow(language, key, deliveredTemplate)
}

const rowOf = ({ template_key, version, body, created_at }: StoredTemplate): LabelTemplateRow => ({
  templateKey: template_key,
  version,
  noun: body.noun,
  name: body.name,
  isDelivered: deliveredTemplates.has(template_key),
  updatedAt: created_at,
  template: body,
})

/** A delivered template as its reader says it: what stands on its labels as well. */
const deliveredRow = (language: Language, templateKey: string, { elements, ...rest }: LabelTemplate): LabelTemplateRow => {
  const say = (words: string) => inWords(language, words)
  const template: LabelTemplate = {
    ...rest,
    name: say(rest.name),
    elements: elements.map((element) =>
      element.type === 'text' ? { ...element, text: element.text.split('\n').map(say).join('\n') } : element,
    ),
  }
  return { templateKey, version: 0, noun: template.noun, name: template.name, isDelivered: true, updatedAt: null, template }
}

/** Pictures on labels are files of the organisation that a person uploaded. */
const requirePictures = async (tx: Tx, { elements }: LabelTemplate): Promise<void> => {
  const paths = elements.flatMap((element) => (element.type === 'picture' ? [element.file] : []))
  if (paths.length === 0) return
  const storedFiles = await tx.query<{ id: Id; path: string }>(
    `select id, path from file where org_id = $1 and path = any ($2::text[]) and mime in ('image/png', 'image/jpeg', 'image/webp')`,
    [tx.orgId, paths],
  )
  if (paths.some((path) => !storedFiles.some((file) => file.path === path))) refuse('label.picture', '标签上的图片不存在，请重新上传')
}
