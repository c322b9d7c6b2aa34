import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type Id, newId } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { isPositive, negate, sum } from '../../kernel/decimal.ts'
import { type InvoiceFacts, namePartsOf } from '../../domain/invoices/invoice.ts'
import type { invoiceSave, invoiceUpload, InvoiceInfo } from '../../domain/invoices/operations.ts'
import { inWords } from '../../domain/english/all.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { hidesMoney } from '../access/hidden.ts'
import { type ParsedInput, type SignedIn, wantedBy } from '../call.ts'
import { requireUnchanged } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { keepFile } from '../files/files.ts'
import { namedFiles, requireFiles } from '../files/namedFiles.ts'
import { admitFile, closeFiles, withdrawFile } from '../files/scope.ts'
import { type Task, TooMuch } from '../heavy/children.ts'
import { describeInvoice } from './describe.ts'
import type { ReadInvoice } from './reading/readTask.ts'
import { insertInvoice, lockInvoice, type LockedInvoice, refuseTwice, rewriteInvoice } from './store.ts'

const readTask: Task<{ readonly path: string }, ReadInvoice> = { module: new URL('./reading/readTask.ts', import.meta.url) }

/** Reads a file in a process of its own, whose memory and time have an end. */
const readApart = (call: SignedIn, path: string): Promise<ReadInvoice> =>
  call.app.heavy.inTurn('sheets', wantedBy(call), async (turn) => {
    try {
      return await turn.run(readTask, { path })
    } catch (error) {
      if (error instanceof TooMuch) return refuse('invoice.tooLarge', '文件太大或嵌套太深，不像电子发票，没有读取')
      throw error
    }
  })

/** Takes an invoice in. What nobody can read is kept as a file, for a person to type what it says. */
export const takeInvoice = async (
  call: SignedIn,
  { id = newId() }: ParsedInput<typeof invoiceUpload>,
): Promise<OutputOf<typeof invoiceUpload>> => {
  const { tx, session, upload, language } = call
  if (!upload) return refuse('file.none', '请选择要上传的文件')
  const [read, hash] = await Promise.all([readApart(call, upload.path), hashOf(upload.path)])
  const facts = read.facts
  if (facts) {
    const before = await sentBefore(tx, id, hash)
    if (before) return { invoice: await describeInvoice(call, id), file: before, words: null }
    const [twin] = await tx.query('select from invoice where org_id = $1 and full_number = $2 and deleted_at is null', [
      tx.orgId,
      `${facts.code}${facts.number}`,
    ])
    if (twin) await refuseTwice(tx, `${facts.code}${facts.number}`)
  }
  const { path, name } = await keepFile(
    call,
    { path: upload.path, name: facts ? namedAs(upload.name, read.source) : upload.name },
    { isPrivate: true },
  )
  if (!facts) return { invoice: null, file: { path, name }, words: inWords(language, read.words) }
  await insertInvoice(tx, session.uid, { id, facts, source: read.source, signature: read.signature, file: { path, hash } })
  await admitFile(tx, [path], { noun: 'invoice', id })
  return { invoice: await describeInvoice(call, id), file: { path, name }, words: null }
}

/** A name that ends like what the file is: chats hand files on without their endings. */
const namedAs = (name: string, extension: string): string => (name.toLowerCase().endsWith(`.${extension}`) ? name : `${name}.${extension}`)

/** The same upload under the same id changes nothing; another file under it is refused. */
const sentBefore = async (tx: Tx, id: Id, hash: string): Promise<{ path: string; name: string } | undefined> => {
  const [row] = await tx.query<{ hash: string | null; path: string; name: string }>(
    `select i.file_hash as hash, i.file_path as path, f.name from invoice i join file f on f.org_id = $1 and f.path = i.file_path
     where i.org_id = $1 and i.id = $2 and i.deleted_at is null`,
    [tx.orgId, id],
  )
  if (row && row.hash !== hash) refuse('id-used', '编号已用于另一张单据')
  return row && { path: row.path, name: row.name }
}

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

type TypedInvoice = ParsedInput<typeof invoiceSave>

/** What a person typed, as facts. */
const factsOf = (input: TypedInvoice): InvoiceFacts => ({
  code: input.code,
  number: input.number,
  kind: input.kind,
  issuedOn: input.issuedOn,
  seller: { name: input.sellerName, taxNumber: input.sellerTaxNumber.toUpperCase() },
  buyer: { name: input.buyerName, taxNumber: input.buyerTaxNumber.toUpperCase() },
  amount: input.amount,
  tax: input.tax,
  total: input.total,
  remark: input.remark,
  isRed: isPositive(negate(input.total)),
  blueNumber: isPositive(negate(input.total)) ? input.blueNumber : '',
  lines: input.lines.map(({ name, ...line }, index) => ({ ...line, ...namePartsOf(name), lineNo: index + 1, discountOf: null })),
})

/** Writes down what a person typed, or puts it right as long as nothing is taken of it. */
export const saveTyped = async (call: SignedIn, input: TypedInvoice): Promise<InvoiceInfo> => {
  const { tx, session } = call
  if (hidesMoney(session)) refuse('invoice.hidden', '您看不到金额，不能手工录入发票')
  const id = input.id ?? newId()
  const facts = factsOf(input)
  const [storedRow] = await tx.query('select from invoice where org_id = $1 and id = $2', [tx.orgId, id])
  const before = storedRow ? await lockInvoice(tx, session, id) : undefined
  if (before && isSame(await describeInvoice(call, id), input)) return describeInvoice(call, id)
  if (before) await requireEditable(tx, before, input.version)
  await requireFiles(tx, session.uid, namedFiles('发票文件', false, [input.file]), namedFiles('', false, [before?.filePath]))
  const file = input.file === null ? undefined : await fileOf(tx, input.file)
  if (before) await rewriteInvoice(tx, session.uid, { id, facts, file })
  else await insertInvoice(tx, session.uid, { id, facts, source: 'typed', signature: 'unchecked', file })
  if (before?.filePath && before.filePath !== input.file) await withdrawFile(tx, [before.filePath], 'invoice', [id])
  if (input.file !== null) await closeFiles(tx, [input.file], { noun: 'invoice', id })
  return describeInvoice(call, id)
}

const fileOf = async (tx: Tx, path: string): Promise<{ path: string; hash: string } | undefined> => {
  const [row] = await tx.query<{ hash: string }>('select sha256 as hash from file where org_id = $1 and path = $2', [tx.orgId, path])
  return row && { path, hash: row.hash }
}

/** Sent again as it stands already. */
const isSame = (storedRow: InvoiceInfo, input: TypedInvoice): boolean =>
  storedRow.number === `${input.code}${input.number}` &&
  storedRow.total === sum([input.total]) &&
  storedRow.sellerName === input.sellerName &&
  storedRow.issuedOn === input.issuedOn &&
  (storedRow.file?.path ?? null) === input.file &&
  storedRow.remark === input.remark &&
  storedRow.kind === input.kind &&
  JSON.stringify(storedRow.lines.map(({ name, spec, amount, quantity }) => [name, spec, amount, quantity])) ===
    JSON.stringify(
      input.lines.map(({ name, spec, amount, quantity }) => [namePartsOf(name).name, spec, sum([amount]), quantity && sum([quantity])]),
    )

const requireEditable = async (tx: Tx, before: LockedInvoice, version: number | undefined): Promise<void> => {
  if (before.source !== 'typed') refuse('invoice.read', '这张发票的内容来自文件，不能手工修改')
  requireUnchanged('发票', version, before.version)
  const [use] = await tx.query(
    `select from invoice_use where org_id = $1 and invoice_id = $2 union all select from invoice_asset where org_id = $1 and invoice_id = $2 limit 1`,
    [tx.orgId, before.id],
  )
  if (use) refuse('invoice.used', '这张发票已经关联了单据或资产，请先取消关联')
}
