import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import type { Id } from '../../kernel/id.ts'
import { type Paper, paperOf } from '../../domain/approval/paper.ts'
import { inWords } from '../../domain/english/all.ts'
import { processPdf } from '../../domain/operations/approving.ts'
import { Download, handleOneByOne, type Handler, type SignedIn } from '../call.ts'
import type { Storage } from '../files/storage.ts'
import { detailOf } from './detail.ts'
import { drawnAside } from './pdfAside.ts'
import type { DocumentPort } from './port.ts'

/** Nothing of the database is held while the paper is drawn, which takes a moment. */
export const printHandlers = (documents: DocumentPort): readonly Handler[] => [
  handleOneByOne(processPdf, async (call, { id }) => {
    const { paper, link } = await call.inTransaction((tx) => paperFor({ ...call, tx }, documents, id))
    const pictures = await picturesOf(call.app.storage, paper)
    return new Download(`${paper.title}.pdf`, 'application/pdf', await drawnAside(paper, link, pictures))
  }),
]

/** One application on paper, with what the reader may see of it, and where it stands in the app. */
const paperFor = async (call: SignedIn, documents: DocumentPort, instanceId: Id): Promise<{ paper: Paper; link: string }> => {
  const { tx, session, language } = call
  const [detail, [organisation]] = await Promise.all([
    detailOf(call, documents, { instanceId }),
    tx.query<{ name: string }>('select name from organisation where org_id = $1', [tx.orgId]),
  ])
  const say = (words: string, params = {}) => inWords(language, words, params)
  const paper = paperOf(
    detail,
    { say, nameOf: (id) => detail.form.names[id] ?? '' },
    { organisation: organisation!.name, by: session.userName, at: new Date(call.at).toISOString() },
  )
  return { paper, link: `${addressOf(call)}/#/pages/flow/progress?processId=${instanceId}` }
}

/** Signatures and pictures as PNGs no larger than paper needs; what cannot be read is left out. */
const picturesOf = async (storage: Storage, paper: Paper): Promise<Map<string, Buffer>> => {
  const paths = new Set([
    ...paper.fields.flatMap(({ pictures }) => pictures),
    ...paper.decisions.flatMap(({ signature }) => signature ?? []),
  ])
  const found = await Promise.all(
    [...paths].map(async (path) => {
      const file = await storage.get(path)
      if (!file) return []
      const bytes = await buffer(file.body)
      try {
        const png = await sharp(bytes)
          .rotate()
          .resize(600, 600, { fit: 'inside', withoutEnlargement: true })
          .flatten({ background: '#ffffff' })
          .png()
          .toBuffer()
        return [[path, png] as const]
      } catch {
        return []
      }
    }),
  )
  return new Map(found.flat())
}

/** Where people open the application. */
const addressOf = ({ app, headers }: SignedIn): string => {
  const { publicUrl } = app.settings
  if (publicUrl !== undefined) return publicUrl.replace(/\/$/, '')
  const host = typeof headers['host'] === 'string' ? headers['host'] : `${app.settings.host}:${app.settings.port}`
  return `http://${host}`
}
