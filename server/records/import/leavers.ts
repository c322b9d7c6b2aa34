import { goneBy, type RecordStanding } from '../../../domain/records/recordStanding.ts'
import type { Values } from '../../db/recordTable.ts'

/** True for a row about a piece that has left the register. */
export const isGone = (values: Values): boolean => goneBy[values['state'] as RecordStanding] !== undefined

/** True for a row about a piece that comes in as in a store and leaves it again by a document. */
export const leavesAgain = (values: Values): boolean => isGone(values) || values['state'] === 'inRepair'
