import { poolList, poolOffer, poolSavings, poolWithdraw } from '../../domain/pool/operations.ts'
import { handle, type Handler } from '../call.ts'
import { listPool, offerPieces, withdrawOffer } from './pool.ts'
import { listSavings } from './savings.ts'

export const poolHandlers: readonly Handler[] = [
  handle(poolList, listPool),
  handle(poolOffer, offerPieces),
  handle(poolWithdraw, withdrawOffer),
  handle(poolSavings, listSavings),
]
