import type { DocumentKind } from '../../domain/documents/define.ts'
import type { DocumentInfo } from '../../domain/operations/documents.ts'
import { documentPaper } from '../../domain/paper/document.ts'
import { host } from '../../hosts/here.ts'
import { session } from '../session.ts'
import { t } from '../words.ts'
import { paperHtml } from './paperHtml.ts'

/** Prints a document on paper, called `title` as its reader calls it. */
export const printDocument = async (kind: DocumentKind, document: DocumentInfo, title: string): Promise<void> => {
  const { operationName, username } = session()
  const speaker = { say: t, nameOf: (id: string) => document.names[id] ?? '' }
  const printing = { organisation: operationName, by: username, at: new Date().toISOString() }
  await host.print?.(await paperHtml(documentPaper(kind, document, title, speaker, printing), `${host.address}/${location.hash}`))
}
