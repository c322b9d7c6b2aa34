import { clearanceInfo, clearancePdf, clearPerson as clearing } from '../../domain/clearance/operations.ts'
import { clearancePaper } from '../../domain/clearance/paper.ts'
import { inWords } from '../../domain/english/all.ts'
import { handle, handleOneByOne, type Handler } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import type { Flows } from '../documents/flows.ts'
import { addressOf } from '../paper/address.ts'
import { pdfOf } from '../paper/pdf.ts'
import { clearPerson } from './clear.ts'
import { returnedLines, standingOf } from './standing.ts'

export const clearanceHandlers = (flows: Flows): readonly Handler[] => [
  handle(clearanceInfo, ({ tx, language }, { uid }) => standingOf(tx, uid, language)),
  handle(clearing, (call, order) => clearPerson(call, flows, order)),
  handleOneByOne(clearancePdf, async (call, { uid }) => {
    const { session, language, app } = call
    const { state, lines, organisation } = await app.database.reading(session.orgId, async (tx) => ({
      state: await standingOf(tx, uid, language),
      lines: await returnedLines(tx, uid),
      organisation: (await onlyRow(tx.query<{ name: string }>('select name from organisation where org_id = $1', [tx.orgId]))).name,
    }))
    const paper = clearancePaper(
      state,
      lines,
      { say: (words, params = {}) => inWords(language, words, params) },
      { organisation, by: session.userName, at: new Date(call.at).toISOString() },
    )
    return pdfOf(call, [{ paper, link: `${addressOf(call)}/#/pages/addressbook/clearance?uid=${uid}` }], paper.title)
  }),
]
