import { readFile } from 'node:fs/promises'
import { RefusalError, refuse } from '../../../kernel/refusal.ts'
import type { InvoiceFacts, InvoiceSource, SignatureState } from '../../../domain/invoices/invoice.ts'
import { factsIn } from './layouts.ts'
import { readOfd } from './ofd.ts'
import { filesInPdf } from './pdf.ts'
import { parseXml } from './xml.ts'

/** What a file says; without facts it is a file to look at, and a person types what it says. */
export type ReadInvoice =
  | { readonly facts: InvoiceFacts; readonly source: Exclude<InvoiceSource, 'typed'>; readonly signature: SignatureState }
  | { readonly facts: undefined; readonly words: string }

/** Reads the file that lies at `path`. Refuses in words what is broken, hostile or no invoice. */
export const run = async ({ path }: { readonly path: string }): Promise<ReadInvoice> => {
  const bytes = await readFile(path)
  if (bytes.length === 0) refuse('file.empty', '文件不能为空')
  if (bytes.length > fileBytesAtMost) refuse('invoice.tooLarge', '文件太大或嵌套太深，不像电子发票，没有读取')
  const begin = bytes.subarray(0, 8).toString('latin1')
  if (begin.startsWith('%PDF')) return readPdf(bytes)
  if (begin.startsWith('PK')) return readArchive(bytes)
  if (isPicture(bytes)) return { facts: undefined, words: '图片里没有可读的发票数据，文件已保存，请手工填写' }
  return readXml(bytes)
}

const fileBytesAtMost = 20 * 1024 * 1024

const isPicture = (bytes: Buffer): boolean => /^(?:ffd8ff|89504e47|47494638|52494646|424d)/.test(bytes.subarray(0, 4).toString('hex'))

const readXml = (bytes: Buffer): ReadInvoice => {
  const facts = factsIn(parseXml(bytes))
  return facts ? { facts, source: 'xml', signature: 'unchecked' } : refuse('invoice.layout', '这个 XML 文件不是电子发票的数据')
}

const readArchive = async (bytes: Buffer): Promise<ReadInvoice> => {
  const { facts, signature } = await readOfd(bytes)
  return facts
    ? { facts, source: 'ofd', signature }
    : { facts: undefined, words: '这个 OFD 文件里没有可读的发票数据，文件已保存，请手工填写' }
}

const noData = 'PDF 里没有内嵌发票数据，文件已保存，请手工填写；有 XML 或 OFD 原件时请改传原件'

const readPdf = async (bytes: Buffer): Promise<ReadInvoice> => {
  const files = await filesInPdf(bytes).catch(() => refuse('invoice.unreadable', '文件已损坏，或不是电子发票'))
  for (const file of files) {
    const facts = await factsAttached(file)
    if (facts) return { facts, source: 'pdf', signature: 'unchecked' }
  }
  return { facts: undefined, words: noData }
}

/** The invoice in a file inside a PDF; other files may be attached as well. What is hostile is refused there as anywhere. */
const factsAttached = async (file: Buffer): Promise<InvoiceFacts | undefined> => {
  try {
    if (file.subarray(0, 2).toString('latin1') === 'PK') return (await readOfd(file)).facts
    return file.subarray(0, 200).includes('<') ? factsIn(parseXml(file)) : undefined
  } catch (error) {
    if (error instanceof RefusalError && harmless.has(error.refusal.reason)) return undefined
    throw error
  }
}
const harmless: ReadonlySet<string> = new Set(['invoice.unreadable', 'invoice.encoding'])
