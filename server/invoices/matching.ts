import { refuse } from '../../kernel/refusal.ts'
import type { InvoiceInfo, invoiceMatch } from '../../domain/invoices/operations.ts'
import type { ParsedInput, SignedIn } from '../call.ts'
import { describeInvoice, readLines } from './describe.ts'
import { lockInvoice, recordEvent } from './store.ts'
import { remember } from './items.ts'
import { lookUp } from '../documents/references.ts'

/** Says what lines are of, for this invoice and for the next with the same lines. */
export const matchLines = async (call: SignedIn, { id, lines: choices }: ParsedInput<typeof invoiceMatch>): Promise<InvoiceInfo> => {
  const { tx, session } = call
  const invoice = await lockInvoice(tx, session, id)
  const lines = new Map((await readLines(tx, id)).map((line) => [line.lineNo, line]))
  const unknown = choices.find(({ lineNo }) => lines.get(lineNo)?.discountOf !== null)
  if (unknown) refuse('invoice.line', '发票没有第{line}行', { line: unknown.lineNo })
  const items = choices.flatMap(({ item }) => item ?? [])
  const idsOf = (noun: 'model' | 'consumable') => new Set(items.filter((item) => item.noun === noun).map((item) => item.id))
  const names = await lookUp(tx, new Map([['model', idsOf('model')] as const, ['consumable', idsOf('consumable')] as const]))
  if (items.some((item) => !names.some(({ noun, id: namedId }) => noun === item.noun && namedId === item.id)))
    refuse('reference.unknown', '{label}不存在、已删除或不适用', { label: '型号或耗材' })
  await tx.query(
    `update invoice_line l set model_id = c.model, consumable_id = c.consumable
     from jsonb_to_recordset($3::jsonb) as c (line int, model bigint, consumable bigint)
     where l.org_id = $1 and l.invoice_id = $2 and l.line_no = c.line`,
    [tx.orgId, id, JSON.stringify(choices.map(({ lineNo, item }) => ({ line: lineNo, ...(item && { [item.noun]: item.id }) })))],
  )
  await remember(
    tx,
    invoice.sellerKey,
    choices.flatMap(({ lineNo, item }) => {
      const line = lines.get(lineNo)
      return item && line ? [{ name: line.name, spec: line.spec, ref: item }] : []
    }),
    session.uid,
  )
  await recordEvent(tx, id, {
    action: 'match',
    actor: session.uid,
    subject: choices
      .map(({ lineNo }) => lineNo)
      .slice(0, 20)
      .join('、'),
  })
  return describeInvoice(call, id)
}
