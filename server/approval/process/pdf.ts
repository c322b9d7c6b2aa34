import type { Id } from '../../../kernel/id.ts'
import { paperOf } from '../../../domain/approval/process/paper.ts'
import type { Paper } from '../../../domain/paper/paper.ts'
import type { Form } from '../../../domain/approval/form/form.ts'
import type { FormDesign } from '../../../domain/approval/form/formDesign.ts'
import { titleIn } from '../../../domain/approval/flow/title.ts'
import { inWords } from '../../../domain/english/all.ts'
import { standingName } from '../../../domain/approval/flow/statuses.ts'
import { processPdf } from '../../../domain/approval/operations/approving.ts'
import { handleOneByOne, type Handler, type SignedIn } from '../../call.ts'
import { detailOf } from './detail.ts'
import { linkedIn } from '../form/work.ts'
import { linksFor } from './links.ts'
import { addressOf } from '../../paper/address.ts'
import { pdfOf } from '../../paper/pdf.ts'
import type { DocumentPort } from '../../documents/port.ts'
import { onlyRow } from '../../db/rows.ts'

export const printHandlers = (documents: DocumentPort): readonly Handler[] => [
  handleOneByOne(processPdf, async (call, { id }) => {
    const { paper, link } = await call.inTransaction((tx) => paperFor({ ...call, tx }, documents, id))
    return pdfOf(call, [{ paper, link }], paper.title)
  }),
]

/** One application on paper, with what the reader may see of it, and where it stands in the app. */
const paperFor = async (call: SignedIn, documents: DocumentPort, processId: Id): Promise<{ paper: Paper; link: string }> => {
  const { tx, session, language } = call
  const [detail, organisation] = await Promise.all([
    detailOf(call, documents, { processId }),
    onlyRow(tx.query<{ name: string }>('select name from organisation where org_id = $1', [tx.orgId])),
  ])
  const say = (words: string, params = {}) => inWords(language, words, params)
  const design = detail.form.design as FormDesign | null
  const links = design ? await linksFor(tx, session, linkedIn(design, detail.form.values as Form)) : []
  const titles = new Map(
    links.flatMap(({ id, number, title, status, isRevoked }) =>
      status === null
        ? []
        : [
            [
              id,
              say('{number} {title}（{status}）', { number, title: titleIn(title, say), status: say(standingName({ status, isRevoked })) }),
            ],
          ],
    ),
  )
  const paper = paperOf(
    detail,
    { say, nameOf: (id) => titles.get(id) ?? detail.form.names[id] ?? '' },
    { organisation: organisation.name, by: session.userName, at: new Date(call.at).toISOString() },
  )
  return { paper, link: `${addressOf(call)}/#/pages/flow/progress?processId=${processId}` }
}
