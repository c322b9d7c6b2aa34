import { documentKinds } from '../documents/all.ts'
import type { DocumentKind } from '../documents/define.ts'

/** Kinds of documents that take lines of invoices: what is ordered, and what has arrived. */
export const invoicedKinds: readonly DocumentKind[] = documentKinds.filter(({ kind }) => /^(?:Gs|Cs)(?:Purchase|Instock)Order$/.test(kind))

export const takesInvoices = (kind: Pick<DocumentKind, 'kind'>): boolean => invoicedKinds.some((candidate) => candidate.kind === kind.kind)

/** What an order and what a receipt take of a line is counted apart: the same things are ordered once and arrive once. */
export const isReceipt = (kind: Pick<DocumentKind, 'kind'>): boolean => kind.kind.endsWith('InstockOrder')
