import {
  assetValues,
  bookAllocationLines,
  bookAllocations,
  bookDisposals,
  bookEntries,
  bookMonths,
  bookMovements,
  bookStart,
  bookValues,
  monthClose,
  monthReopen,
} from '../../domain/books/operations.ts'
import { balancesSave, reconciliation, voucherList, voucherNumber, voucherPush } from '../../domain/books/voucherOperations.ts'
import { handle, type Handler } from '../call.ts'
import { listAllocationLines } from './lists/allocationList.ts'
import { readAssetValues } from './assetValues.ts'
import { closeMonth, reopenMonth } from './closing.ts'
import { readAllocations } from './costShares.ts'
import { listDisposals } from './lists/disposalList.ts'
import { listEntriesOfBook } from './lists/entryList.ts'
import { listMonths } from './months.ts'
import { readMovements } from './movements.ts'
import { reconcile, saveBalances } from './reconciling.ts'
import { startBook } from './opening.ts'
import { pushVouchers } from './voucherJobs.ts'
import { listVouchers, numberVoucher } from './lists/voucherList.ts'
import { listValues } from './lists/valueList.ts'

export const bookHandlers: readonly Handler[] = [
  handle(bookStart, startBook),
  handle(bookMonths, listMonths),
  handle(monthClose, closeMonth),
  handle(monthReopen, reopenMonth),
  handle(bookMovements, readMovements),
  handle(assetValues, readAssetValues),
  handle(bookValues, listValues),
  handle(bookAllocations, readAllocations),
  handle(bookAllocationLines, listAllocationLines),
  handle(bookDisposals, listDisposals),
  handle(bookEntries, listEntriesOfBook),
  handle(voucherList, listVouchers),
  handle(voucherNumber, numberVoucher),
  handle(voucherPush, pushVouchers),
  handle(reconciliation, reconcile),
  handle(balancesSave, saveBalances),
]
