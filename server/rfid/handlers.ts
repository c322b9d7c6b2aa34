import { rfidMatch, rfidOpen, rfidPlan, rfidVerified, rfidWritten } from '../../domain/rfid/operations.ts'
import { handle, type Handler } from '../call.ts'
import { noteVerified, noteWritten, openTags, planTags } from './encoding.ts'
import { matchTags } from './tagMatches.ts'

export const rfidHandlers: readonly Handler[] = [
  handle(rfidMatch, (call, { tags }) => matchTags(call, tags)),
  handle(rfidPlan, (call, { ids, anew = false }) => planTags(call, ids, anew)),
  handle(rfidOpen, (call) => openTags(call)),
  handle(rfidWritten, (call, { instanceId, epc }) => noteWritten(call, instanceId, epc)),
  handle(rfidVerified, (call, { instanceId, epc, tid }) => noteVerified(call, instanceId, epc, tid)),
]
