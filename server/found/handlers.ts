import { foundList, foundLook, foundReport, foundSettle } from '../../domain/found/operations.ts'
import { handle, handlePublic, type Handler } from '../call.ts'
import { lookAsStranger } from './finderLookup.ts'
import { reportFound, reportsOf, settleReport } from './reports.ts'

export const foundHandlers: readonly Handler[] = [
  handlePublic(foundLook, lookAsStranger),
  handlePublic(foundReport, reportFound),
  handle(foundList, (call, { assetId }) => reportsOf(call, assetId)),
  handle(foundSettle, (call, { id }) => settleReport(call, id)),
]
