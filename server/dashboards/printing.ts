import { dashboardPaper } from '../../domain/dashboards/dashboardPaper.ts'
import { dashboardPaperRead, dashboardPdf } from '../../domain/dashboards/operations.ts'
import { inWords } from '../../domain/english/all.ts'
import type { Slip } from '../../domain/paper/slipOperations.ts'
import type { Params } from '../../kernel/refusal.ts'
import { handleOneByOne, type Handler, type OneByOne } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import { addressOf } from '../paper/address.ts'
import { pdfOf } from '../paper/pdf.ts'
import { lookedAt } from '../views/tableRows.ts'
import { readDashboard } from './handlers.ts'

/** A dashboard as a paper, with what its reader may see at this moment. */
const printedDashboard = async (call: OneByOne, id: string): Promise<Slip> => {
  const { app, session, language, at } = call
  const { title, isDelivered, tiles } = await readDashboard(call, id)
  const say = (words: string, params?: Params) => inWords(language, words, params)
  const ownWords = (words: string) => (isDelivered ? say(words) : words)
  const openTiles = tiles.filter(({ answer }) => answer.state !== 'closed')
  const { organisation, tables } = await app.database.reading(session.orgId, async (tx) => ({
    organisation: (await onlyRow(tx.query<{ name: string }>('select name from organisation where org_id = $1', [tx.orgId]))).name,
    tables: await Promise.all(openTiles.map(({ table }) => lookedAt({ ...call, tx }, table))),
  }))
  const printedTiles = openTiles.flatMap((tile, place) => {
    const table = tables[place]
    return table ? [{ table, tile: { ...tile, title: ownWords(tile.title) } }] : []
  })
  const printContext = { organisation, by: session.userName, at: new Date(at).toISOString() }
  return {
    paper: dashboardPaper(ownWords(title), printedTiles, say, printContext),
    link: `${addressOf(call)}/#/pages/dashboards/index?id=${id}`,
  }
}

export const dashboardPrintHandlers: readonly Handler[] = [
  handleOneByOne(dashboardPaperRead, (call, { id }) => printedDashboard(call, id)),
  handleOneByOne(dashboardPdf, async (call, { id }) => {
    const slip = await printedDashboard(call, id)
    return pdfOf(call, [slip], slip.paper.title)
  }),
]
