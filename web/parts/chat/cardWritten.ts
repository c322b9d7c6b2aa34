import type { Bodies } from '../../../domain/chat/body.ts'
import { meaningOfLink } from '../../../domain/cards/links.ts'
import { scanFind } from '../../../domain/operations/scans.ts'
import { host } from '../../../hosts/here.ts'
import { call } from '../../call.ts'

/** What a text that is an address of ours, and nothing else, is sent as; undefined for every other text, and where the label names nothing. */
export const cardWritten = async (text: string): Promise<Bodies['card'] | undefined> => {
  const meaning = meaningOfLink(text.trim(), host.address)
  if (meaning?.t === 'card') return meaning.card
  if (meaning?.t !== 'label') return undefined
  const found = await call(scanFind, { read: meaning.read }, { quiet: true }).catch(() => undefined)
  if (found?.t !== 'found' || found.thing.noun === 'person') return undefined
  return { noun: found.thing.noun === 'location' ? 'place' : found.thing.noun, id: found.thing.row.id }
}
