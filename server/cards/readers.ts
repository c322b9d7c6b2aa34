import type { CardNoun } from '../../domain/cards/cards.ts'
import { asset } from '../../domain/records/asset.ts'
import { consumable } from '../../domain/records/consumable.ts'
import { location } from '../../domain/records/location.ts'
import { supplier } from '../../domain/records/supplier.ts'
import { eventCards } from '../agenda/card.ts'
import { fileCards } from '../disk/card.ts'
import type { Flows } from '../documents/flows.ts'
import { logCards } from '../worklog/card.ts'
import { countCards } from '../counting/card.ts'
import { documentCards } from './documents.ts'
import { forwardCards } from './forwards.ts'
import { processCards } from './processes.ts'
import type { CardReader } from './reader.ts'
import { recordCards } from './records.ts'

/** Who reads the cards of each noun. */
export type CardReaders = Readonly<Partial<Record<CardNoun, CardReader>>>
export const cardReaders = (flows: Flows): CardReaders => ({
  asset: recordCards(asset, {
    label: '资产',
    keys: ['instanceCode', 'holderUid', 'locId', 'dueOn'],
    state: { key: 'state', tones: { idle: 'good', inUse: 'accent', lent: 'warn', inRepair: 'warn', inTransit: 'warn', disposed: 'bad' } },
  }),
  consumable: recordCards(consumable, { label: '耗材', keys: ['goodsCode', 'spec', 'unit'] }),
  supplier: recordCards(supplier, { label: '供应商', keys: ['supplierCode', 'contact', 'phone', 'address'] }),
  place: recordCards(location, { label: '区域', keys: ['locCode', 'managerUid', 'address'] }),
  document: documentCards(flows),
  process: processCards(flows),
  count: countCards,
  log: logCards,
  event: eventCards,
  file: fileCards,
  forward: forwardCards,
})
