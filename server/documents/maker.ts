import { refuse } from '../../kernel/refusal.ts'
import { madeFor } from '../../domain/documents/define.ts'
import { enqueue } from '../jobs/jobs.ts'
import type { Tx } from '../db/tx.ts'
import { documentKindOf, type DocumentRecord } from './store.ts'

/** The kind of job that hears of what became of a document that the product made; its key is what it was made for. */
export const makerJob = 'count.settle'

type SourceDocument = Pick<DocumentRecord, 'kind' | 'code' | 'header'>

const makerOf = (document: SourceDocument): string | undefined => madeFor(documentKindOf(document), document.header)

/** Refuses to write into what the product made. */
export const requireNotMade = (document: SourceDocument): void => {
  const maker = makerOf(document)
  if (maker !== undefined) refuse('made-by-count', '{code}由盘点任务{task}生成，请在盘点任务中处理', { code: document.code, task: maker })
}

/** The person who made a document looks again at what became of it. */
export const tellMaker = async (tx: Tx, document: SourceDocument): Promise<void> => {
  const maker = makerOf(document)
  if (maker !== undefined) await enqueue(tx, { kind: makerJob, key: maker })
}
