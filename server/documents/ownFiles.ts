import type { DocumentKind } from '../../domain/documents/define.ts'
import type { Id } from '../../kernel/id.ts'
import type { Tx } from '../db/tx.ts'
import { filesIn, type NamedFile, requireFiles } from '../files/namedFiles.ts'
import { closeFiles } from '../files/scope.ts'
import type { Body } from './body.ts'
import { bodyOf, documentKindOf, type DocumentRecord, readDocument, readLines } from './store.ts'

/** The files that a document names. */
export const filesOf = (kind: DocumentKind, { header, lines }: Body): NamedFile[] =>
  filesIn([{ fields: kind.header, values: header }, ...lines.map(({ values }) => ({ fields: kind.line, values }))])

type FileTaking = {
  readonly id: Id
  readonly kind: DocumentKind
  readonly body: Body
  readonly storedDocument: DocumentRecord | undefined
}

/**
 * Refuses files that the content newly names and that its writer did not upload himself; those of what it follows may come along. Those of
 * a kind with private files are closed to everyone but its readers.
 */
export const takeFiles = async (tx: Tx, uid: Id, { id, kind, body, storedDocument }: FileTaking): Promise<void> => {
  const files = filesOf(kind, body)
  if (files.length === 0) return
  const source = body.sourceId === undefined ? undefined : await readDocument(tx, body.sourceId)
  const storedFiles = [storedDocument, source].map(async (document) =>
    document ? filesOf(documentKindOf(document), bodyOf(document, await readLines(tx, document.id))) : [],
  )
  await requireFiles(tx, uid, files, (await Promise.all(storedFiles)).flat())
  if (!kind.hasPrivateFiles) return
  const paths = files.map(({ path }) => path)
  await closeFiles(tx, paths, { noun: 'document', id })
}
