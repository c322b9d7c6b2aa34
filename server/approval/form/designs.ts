import { keepRecent } from '../../../kernel/recent.ts'
import type { FormDesign } from '../../../domain/approval/form/formDesign.ts'
import type { FormRef } from '../../../domain/approval/form/form.ts'
import type { Tx } from '../../db/tx.ts'
import { NotFound } from '../../httpError.ts'

/** The design of the form that a flow is filled in with; undefined where that is a document. */
export const designOf = async (tx: Tx, { form }: { readonly form: FormRef }): Promise<FormDesign | undefined> =>
  form.kind === 'custom' ? publishedDesign(tx, form.formKey, form.formVersion) : undefined

/** The design that was published last. */
export const latestDesign = async (tx: Tx, formKey: string): Promise<{ version: number; design: FormDesign } | undefined> => {
  const [row] = await tx.query<{ version: number; body: FormDesign }>(
    'select version, body from wf_form_version where org_id = $1 and form_key = $2 order by version desc limit 1',
    [tx.orgId, formKey],
  )
  return row && { version: row.version, design: row.body }
}

/** A published version of a form. */
export const publishedDesign = async (tx: Tx, formKey: string, version: number): Promise<FormDesign> => {
  const key = `${tx.orgId}/${formKey}/${version}`
  const cachedDesign = designs.get(key)
  if (cachedDesign) return cachedDesign
  const [row] = await tx.query<{ body: FormDesign }>(
    'select body from wf_form_version where org_id = $1 and form_key = $2 and version = $3',
    [tx.orgId, formKey, version],
  )
  if (!row) throw new NotFound()
  keepRecent(designs, key, row.body, designsAtMost)
  return row.body
}

/** Published versions never change, so they are read once. */
const designs = new Map<string, FormDesign>()
const designsAtMost = 500
