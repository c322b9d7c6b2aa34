import { compare, type Decimal, isPositive, subtract, sum } from '../../kernel/decimal.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import { compareIds, type Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { firstOf } from '../../kernel/assert.ts'
import { textIn } from '../../kernel/field.ts'
import { documentStates } from '../../domain/documents/define.ts'
import { itemFieldOf, quantityFieldOf } from '../../domain/documents/lines.ts'
import { shareOf } from '../../domain/invoices/invoice.ts'
import { isReceipt, takesInvoices } from '../../domain/invoices/kinds.ts'
import type { invoiceCards, InvoiceInfo, invoiceLink } from '../../domain/invoices/operations.ts'
import type { ParsedInput, SignedIn } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'
import { lookUp } from '../documents/references.ts'
import { inScope } from '../documents/scope.ts'
import { type DocumentRecord, documentKindOf, readDocument, readLines as readDocumentLines } from '../documents/store.ts'
import { isInScope } from '../access/scope.ts'
import { describeInvoice, readLines } from './describe.ts'
import { lockInvoice, type LockedInvoice, recordEvent } from './store.ts'
import { matchesOf, refOf, remember } from './items.ts'

type UseRequest = ParsedInput<typeof invoiceLink>['uses'][number]
type Line = Awaited<ReturnType<typeof readLines>>[number]
type Use = { readonly lineNo: number; readonly itemId: Id; readonly quantity: Decimal; readonly amount: Decimal }

/** Links an invoice with a document: exactly what is said here. */
export const linkDocument = async (call: SignedIn, { id, documentId, uses }: ParsedInput<typeof invoiceLink>): Promise<InvoiceInfo> => {
  const { tx, session } = call
  const invoice = await lockInvoice(tx, session, id)
  const document = await readDocument(tx, documentId)
  if (!document || !inScope(session, documentKindOf(document), document)) throw new NotFound()
  if (uses.length > 0) requireLinkable(invoice, document)
  const wholeUses = await wholeUsesOf(tx, invoice, document, uses)
  if (await writeUses(tx, session.uid, { invoice, document, uses: wholeUses }))
    await recordEvent(tx, id, { action: uses.length > 0 ? 'link' : 'unlink', actor: session.uid, subject: document.code })
  return describeInvoice(call, id)
}

const requireLinkable = ({ isRed }: LockedInvoice, document: DocumentRecord): void => {
  if (isRed) refuse('invoice.red', '红字发票不能关联到单据')
  if (!takesInvoices(document)) refuse('invoice.kind', '{title}不关联发票', { title: documentKindOf(document).title })
  if (document.state === 'reversed')
    refuse('invoice.state', '{code}{state}，不能关联发票', { code: document.code, state: documentStates[document.state] })
}

/** What of the lines is taken, with what was left unsaid. Refuses what is not on the document, and more than the lines have left. */
const wholeUsesOf = async (tx: Tx, invoice: LockedInvoice, document: DocumentRecord, request: readonly UseRequest[]): Promise<Use[]> => {
  if (request.length === 0) return []
  const [lines, usesByLine, onDocument] = await Promise.all([
    readLines(tx, invoice.id),
    takenByOthers(tx, invoice.id, document),
    quantitiesOn(tx, document),
  ])
  const matches = await matchesOf(tx, invoice.sellerKey, lines)
  const open = new Map(onDocument)
  const uses: Use[] = []
  for (const use of request) {
    const line = lines.find(({ lineNo }) => lineNo === use.lineNo)
    if (!line || line.discountOf !== null) return refuse('invoice.line', '发票没有第{line}行', { line: use.lineNo })
    const itemId = use.itemId ?? matches.get(line.lineNo)?.item.id
    if (itemId === undefined)
      return refuse('invoice.unmatched', '第{line}行“{name}”还没有匹配型号或耗材', { line: line.lineNo, name: line.name })
    if (!onDocument.has(itemId)) await refuseNotOn(tx, document, itemId)
    if (uses.some((earlier) => earlier.lineNo === line.lineNo && earlier.itemId === itemId))
      return refuse('invoice.line', '第{line}行对同一种物品只能关联一次', { line: line.lineNo })
    const otherUses = [...(usesByLine.get(line.lineNo) ?? []), ...uses.filter(({ lineNo }) => lineNo === line.lineNo)]
    const completeUse = wholeUse(line, use, otherUses, open.get(itemId) ?? '0')
    open.set(itemId, subtract(open.get(itemId) ?? '0', completeUse.quantity))
    uses.push({ ...completeUse, itemId })
  }
  return uses
}

type Part = Pick<Use, 'quantity' | 'amount'>

const wholeUse = (line: Line, request: UseRequest, otherUses: readonly Part[], onDocument: Decimal): Omit<Use, 'itemId'> => {
  const { lineNo, quantity: lineQuantity } = line
  const remainder = {
    quantity: lineQuantity === null ? '0' : subtract(lineQuantity, sum(otherUses.map(({ quantity }) => quantity))),
    amount: subtract(line.netAmount, sum(otherUses.map(({ amount }) => amount))),
  }
  const usual = compare(remainder.quantity, onDocument) > 0 && isPositive(onDocument) ? onDocument : remainder.quantity
  const quantity = lineQuantity === null ? '0' : (request.quantity ?? usual)
  const shareAmount =
    lineQuantity === null || !isPositive(lineQuantity)
      ? remainder.amount
      : shareOf(quantity, { quantity: lineQuantity, amount: line.netAmount }, remainder)
  const amount = request.amount ?? shareAmount
  if (compare(quantity, remainder.quantity) > 0 || compare(amount, remainder.amount) > 0 || !(isPositive(quantity) || isPositive(amount)))
    refuse('invoice.overTaken', '第{line}行“{name}”只剩数量{quantity}、金额{amount}可以关联', {
      line: lineNo,
      name: line.name,
      quantity: isPositive(remainder.quantity) ? remainder.quantity : '0',
      amount: moneyWords(isPositive(remainder.amount) ? remainder.amount : '0'),
    })
  return { lineNo, quantity, amount }
}

/** What other documents of the same sort have taken, by line. */
const takenByOthers = async (tx: Tx, invoiceId: Id, document: DocumentRecord): Promise<ReadonlyMap<number, Part[]>> => {
  const rows = await tx.query<Part & { lineNo: number }>(
    `select line_no as "lineNo", trim_scale(quantity)::text as quantity, trim_scale(amount)::text as amount from invoice_use
     where org_id = $1 and invoice_id = $2 and is_receipt = $3 and document_id <> $4`,
    [tx.orgId, invoiceId, isReceipt(document), document.id],
  )
  return Map.groupBy(rows, ({ lineNo }) => lineNo)
}

/** How many of each thing stand on a document. */
const quantitiesOn = async (tx: Tx, document: DocumentRecord): Promise<ReadonlyMap<Id, Decimal>> => {
  const kind = documentKindOf(document)
  const [itemKey, quantityKey] = [itemFieldOf(kind), quantityFieldOf(kind) ?? '']
  const rows = (await readDocumentLines(tx, document.id)).flatMap(({ data }) => {
    const itemId = textIn(data, itemKey)
    return itemId === undefined ? [] : [{ itemId, quantity: textIn(data, quantityKey) ?? '0' }]
  })
  return new Map([...Map.groupBy(rows, ({ itemId }) => itemId)].map(([itemId, of]) => [itemId, sum(of.map(({ quantity }) => quantity))]))
}

const refuseNotOn = async (tx: Tx, { code }: DocumentRecord, itemId: Id): Promise<never> => {
  const names = await lookUp(tx, new Map([['model', new Set([itemId])] as const, ['consumable', new Set([itemId])] as const]))
  return refuse('invoice.notOn', '{code}上没有“{name}”', { code, name: names[0]?.name ?? itemId })
}

type LinkInput = { readonly invoice: LockedInvoice; readonly document: DocumentRecord; readonly uses: readonly Use[] }

/** Writes what is taken; true where that is another thing than before. */
const writeUses = async (tx: Tx, uid: Id, { invoice: { id }, document, uses }: LinkInput): Promise<boolean> => {
  const before = await tx.query<Use>(
    `select line_no as "lineNo", item_id as "itemId", trim_scale(quantity)::text as quantity, trim_scale(amount)::text as amount
     from invoice_use where org_id = $1 and invoice_id = $2 and document_id = $3`,
    [tx.orgId, id, document.id],
  )
  const keyOf = ({ lineNo, itemId, quantity, amount }: Use) => [lineNo, itemId, sum([quantity]), sum([amount])].join(' ')
  if (new Set([...before, ...uses].map(keyOf)).size === before.length && before.length === uses.length) return false
  await tx.query('delete from invoice_use where org_id = $1 and invoice_id = $2 and document_id = $3', [tx.orgId, id, document.id])
  if (uses.length > 0)
    await tx.query(
      `insert into invoice_use (org_id, invoice_id, line_no, document_id, item_id, is_receipt, quantity, amount, created_by)
       select o.org_id, $2, u.line, $3, u.item, $4, u.quantity, u.amount, $6
       from organisation o cross join jsonb_to_recordset($5::jsonb) as u (line int, item bigint, quantity numeric, amount numeric) where o.org_id = $1 order by u.line, u.item`,
      [
        tx.orgId,
        id,
        document.id,
        isReceipt(document),
        JSON.stringify(uses.map(({ lineNo, itemId, quantity, amount }) => ({ line: lineNo, item: itemId, quantity, amount }))),
        uid,
      ],
    )
  await chooseTaken(tx, uid, id, uses)
  return true
}

/** What a line was taken as is what it is of, where nobody chose before. */
const chooseTaken = async (tx: Tx, uid: Id, id: Id, uses: readonly Use[]): Promise<void> => {
  const rows = await tx.query<{ seller: string; name: string; spec: string; modelId: Id | null; consumableId: Id | null }>(
    `update invoice_line l set model_id = m.id, consumable_id = c.id
     from jsonb_to_recordset($3::jsonb) as u (line int, item bigint)
     left join model m on m.org_id = $1 and m.id = u.item and m.deleted_at is null
     left join consumable c on c.org_id = $1 and c.id = u.item and c.deleted_at is null and m.id is null
     join invoice i on i.org_id = $1 and i.id = $2
     where l.org_id = $1 and l.invoice_id = $2 and l.line_no = u.line and l.model_id is null and l.consumable_id is null and num_nonnulls(m.id, c.id) = 1
     returning coalesce(nullif(i.seller_tax_number, ''), i.seller_name) as seller, l.name, l.spec, l.model_id as "modelId", l.consumable_id as "consumableId"`,
    [tx.orgId, id, JSON.stringify(uses.map(({ lineNo, itemId }) => ({ line: lineNo, item: itemId })))],
  )
  if (rows.length === 0) return
  await remember(
    tx,
    firstOf(rows).seller,
    rows.flatMap(({ name, spec, modelId, consumableId }) => {
      const ref = refOf(modelId, consumableId)
      return ref ? [{ name, spec, ref }] : []
    }),
    uid,
  )
}

/** Links an invoice with cards: exactly those of them that the person sees; what others linked stays. */
export const linkCards = async (call: SignedIn, { id, assetIds }: ParsedInput<typeof invoiceCards>): Promise<InvoiceInfo> => {
  const { tx, session } = call
  const wantedIds = [...new Set(assetIds)].toSorted(compareIds)
  const invoice = await lockInvoice(tx, session, id)
  if (invoice.isRed && wantedIds.length > 0) refuse('invoice.red', '红字发票不能关联到单据')
  const rows = await tx.query<{
    id: Id
    code: string
    locId: Id | null
    holder: Id | null
    dept: Id | null
    category: Id | null
    isLinked: boolean
  }>(
    `select a.id, a.instance_code as code, a.loc_id as "locId", a.holder_uid as holder, a.dept_id as dept, a.cat_id as category,
       exists (select from invoice_asset k where k.org_id = $1 and k.invoice_id = $2 and k.asset_id = a.id) as "isLinked"
     from asset a where a.org_id = $1 and a.deleted_at is null
       and (a.id = any ($3::bigint[]) or a.id in (select asset_id from invoice_asset where org_id = $1 and invoice_id = $2))`,
    [tx.orgId, id, wantedIds],
  )
  const visibleCards = rows.filter(({ locId, holder, dept, category }) =>
    isInScope(session, { place: locId, holder, department: dept, category }),
  )
  if (wantedIds.some((request) => !visibleCards.some((row) => row.id === request))) refuse('unknown-asset', '资产不存在')
  const newCards = visibleCards.filter((row) => wantedIds.includes(row.id) && !row.isLinked)
  const formerCards = visibleCards.filter((row) => row.isLinked && !wantedIds.includes(row.id))
  if (formerCards.length > 0)
    await tx.query('delete from invoice_asset where org_id = $1 and invoice_id = $2 and asset_id = any ($3::bigint[])', [
      tx.orgId,
      id,
      formerCards.map((row) => row.id),
    ])
  if (newCards.length > 0)
    await tx.query(
      `insert into invoice_asset (org_id, invoice_id, asset_id, weight, created_by) select a.org_id, $2, a.id, greatest(coalesce(a.value, 0), 0), $4
       from asset a where a.org_id = $1 and a.id = any ($3::bigint[]) on conflict do nothing`,
      [tx.orgId, id, newCards.map((row) => row.id), session.uid],
    )
  for (const [action, cards] of [
    ['linkCard', newCards],
    ['unlinkCard', formerCards],
  ] as const)
    if (cards.length > 0)
      await recordEvent(tx, id, {
        action,
        actor: session.uid,
        subject: cards
          .slice(0, 5)
          .map(({ code }) => code)
          .join('、'),
      })
  return describeInvoice(call, id)
}
