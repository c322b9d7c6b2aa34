import type { Bodies } from '../../domain/chat/body.ts'
import { meaningOfLink } from '../../domain/cards/links.ts'
import { scanFind } from '../../domain/scan/operations.ts'
import { host } from '../../hosts/here.ts'
import { call } from '../call.ts'

/** What a text that is an address of ours, and nothing else, is sent as; undefined for every other text, and where the label names nothing. */
export const cardWritten = async (text: string): Promise<Bodies['card'] | undefined> => {
  const link = meaningOfLink(text.trim(), host.address)
  if (link?.t === 'card') return link.card
  if (link?.t !== 'label') return undefined
  const answer = await call(scanFind, { read: link.read }, { quiet: true }).catch(() => undefined)
  if (answer?.t !== 'found' || answer.thing.noun === 'person') return undefined
  return { noun: answer.thing.noun === 'location' ? 'place' : answer.thing.noun, id: answer.thing.row.id }
}
