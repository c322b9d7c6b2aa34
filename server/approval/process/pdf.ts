import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Id } from '../../../kernel/id.ts'
import { type Paper, paperOf } from '../../../domain/approval/process/paper.ts'
import type { Form } from '../../../domain/approval/form/form.ts'
import type { FormDesign } from '../../../domain/approval/form/formDesign.ts'
import { titleIn } from '../../../domain/approval/flow/title.ts'
import { inWords } from '../../../domain/english/all.ts'
import { processStatuses } from '../../../domain/operations/process.ts'
import { processPdf } from '../../../domain/operations/approving.ts'
import { Download, handleOneByOne, type Handler, type OneByOne, type SignedIn, wantedBy } from '../../call.ts'
import type { Task } from '../../heavy/children.ts'
import { detailOf } from './detail.ts'
import { linkedIn } from '../form/work.ts'
import { linksFor } from './links.ts'
import type { Drawing } from './pdfTask.ts'
import type { DocumentPort } from '../../documents/port.ts'

/** Nothing of the database is held while the paper is drawn, which takes a moment. */
export const printHandlers = (documents: DocumentPort): readonly Handler[] => [
  handleOneByOne(processPdf, async (call, { id }) => {
    const { paper, link } = await call.inTransaction((tx) => paperFor({ ...call, tx }, documents, id))
    const { spool, heavy } = call.app
    const pdf = await heavy.inTurn('drawings', wantedBy(call), (turn) =>
      spool.within(async (folder) => turn.run(drawing, { paper, link, pictures: await picturesOf(call, paper, folder) })),
    )
    return new Download(`${paper.title}.pdf`, 'application/pdf', Buffer.from(pdf))
  }),
]

/** One application on paper, with what the reader may see of it, and where it stands in the app. */
const paperFor = async (call: SignedIn, documents: DocumentPort, processId: Id): Promise<{ paper: Paper; link: string }> => {
  const { tx, session, language } = call
  const [detail, [organisation]] = await Promise.all([
    detailOf(call, documents, { processId }),
    tx.query<{ name: string }>('select name from organisation where org_id = $1', [tx.orgId]),
  ])
  const say = (words: string, params = {}) => inWords(language, words, params)
  const design = detail.form.design as FormDesign | null
  const links = design ? await linksFor(tx, session, linkedIn(design, detail.form.values as Form)) : []
  const titles = new Map(
    links.flatMap(({ id, number, title, status }) =>
      status === null
        ? []
        : [[id, say('{number} {title}（{status}）', { number, title: titleIn(title, say), status: say(processStatuses[status]) })]],
    ),
  )
  const paper = paperOf(
    detail,
    { say, nameOf: (id) => titles.get(id) ?? detail.form.names[id] ?? '' },
    { organisation: organisation!.name, by: session.userName, at: new Date(call.at).toISOString() },
  )
  return { paper, link: `${addressOf(call)}/#/pages/flow/progress?processId=${processId}` }
}

const drawing: Task<Drawing, Uint8Array> = { module: new URL('./pdfTask.ts', import.meta.url) }

/** Signatures and pictures, taken out of the storage: where each stored path lies for the moment. What is not there is left out. */
const picturesOf = async ({ app, session }: OneByOne, paper: Paper, folder: string): Promise<[path: string, file: string][]> => {
  const paths = new Set([
    ...paper.fields.flatMap(({ pictures }) => pictures),
    ...paper.decisions.flatMap(({ signature }) => signature ?? []),
  ])
  const taken: [string, string][] = []
  for (const path of paths) {
    const found = await app.storage.get(session.orgId, path)
    if (!found) continue
    const file = join(folder, String(taken.length))
    await pipeline(found.body, createWriteStream(file))
    taken.push([path, file])
  }
  return taken
}

/** Where people open the application. */
const addressOf = ({ app, headers }: SignedIn): string => {
  const { publicUrl } = app.settings
  if (publicUrl !== undefined) return publicUrl.replace(/\/$/, '')
  const host = typeof headers['host'] === 'string' ? headers['host'] : `${app.settings.host}:${app.settings.port}`
  return `http://${host}`
}
