import { documentKind } from '../../domain/documents/all.ts'
import { receipts } from '../../domain/documents/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { Notice } from '../look/Notice.tsx'
import { documentHref } from '../places.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'

/** What brings a piece to the reader and waits for his word that it arrived. */
export const Arriving = ({ item }: { item: Id }) => {
  const { data } = useAsk(receipts, { item, pageSize: 3 }, { staleMs: 10_000 })
  return data?.list.map(({ id, kind, code }) => (
    <Notice
      key={id}
      text={t('{title} {code} 等您确认收到', { title: t(documentKind(kind)?.title ?? ''), code })}
      action={t('去确认')}
      onPress={() => goHref(documentHref(kind, id))}
    />
  ))
}
