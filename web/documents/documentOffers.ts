import { useState } from 'react'
import { documentKind } from '../../domain/documents/all.ts'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { quantityFieldOf } from '../../domain/documents/lines.ts'
import { type DocumentInfo, documentOperations } from '../../domain/documents/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { add, compare, isDecimal } from '../../kernel/decimal.ts'
import { call, CallError } from '../call.ts'
import { hrefOf } from '../frames.ts'
import { choose, confirm } from '../look/overlays/confirm.ts'
import { toast } from '../look/overlays/toast.ts'
import { useKindTitles } from './kindTitle.ts'
import { advance } from './advance.ts'
import type { Offer } from './Offers.tsx'
import { editPathOfKind } from '../places.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'
import { assertDefined } from '../../kernel/assert.ts'

type Stage = NonNullable<DocumentKind['stages']>[number]

/** What may be done with a document now, the most likely last, one thing at a time. */
export const useDocumentOffers = (
  kind: DocumentKind,
  document: DocumentInfo,
  onAsk: (question: 'reverse' | 'giveUp') => void,
  onConfirm: () => void,
): { offers: readonly Offer[]; busy: string | undefined } => {
  const titleOf = useKindTitles()
  const { id, may } = document
  const offers: Offer[] = []
  const [busy, setBusy] = useState<string>()
  const run = async (key: string, act: () => unknown) => {
    setBusy(key)
    try {
      await act()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      setBusy(undefined)
    }
  }
  const followingKinds = may.fulfil.flatMap((name) => documentKind(name) ?? [])
  if (may.reverse)
    offers.push({
      key: 'reverse',
      writes: true,
      title: t('冲销'),
      kind: 'secondary',
      act: async () => onAsk('reverse'),
    })
  if (may.giveUp && followingKinds.length > 0)
    offers.push({
      key: 'giveUp',
      writes: true,
      title: t(assertDefined(kind.fulfilmentWords, `how ${kind.kind} is fulfilled`).over),
      kind: 'secondary',
      act: async () => onAsk('giveUp'),
    })
  if (may.withdraw) offers.push(withdrawOffer(kind, id))
  if (may.update)
    offers.push({
      key: 'edit',
      title: t('修改'),
      kind: may.submit ? 'primary' : 'secondary',
      act: async () => goHref(hrefOf(editPathOfKind(kind.kind), { id, mode: 'edit' })),
    })
  const stage = kind.stages?.find(({ key }) => key === may.advance)
  if (stage) offers.push(stageOffer(kind, document, stage, onConfirm))
  const open = document.lines.some((line) => {
    const wantedQuantity = line[quantityFieldOf(kind) ?? '']
    return isDecimal(wantedQuantity) && compare(wantedQuantity, add(line.doneQuantity, line.givenUp)) > 0
  })
  if (open && followingKinds.length > 0) offers.push(fulfilOffer(id, followingKinds, titleOf))
  return { offers: offers.map((offer) => ({ ...offer, act: () => run(offer.key, offer.act) })), busy }
}

const withdrawOffer = (kind: DocumentKind, id: Id): Offer => ({
  key: 'withdraw',
  writes: true,
  title: t('撤回'),
  kind: 'secondary',
  act: async () => {
    if (!(await confirm({ title: t('撤回这张单据?'), text: t('撤回后可以修改并重新提交。'), yes: t('撤回') }))) return
    await call(documentOperations(kind).withdraw, { id }, { fresh: true })
    toast(t('已撤回'), 'success')
  },
})

/** Goes on to the next stage. What comes into the hands of a person may be signed for. */
const stageOffer = (kind: DocumentKind, document: DocumentInfo, stage: Stage, onConfirm: () => void): Offer => ({
  key: 'advance',
  writes: true,
  title: t(stage.title),
  kind: 'primary',
  act: async () => {
    if (kind.stages?.[0] === stage) return onConfirm()
    if (
      !(await confirm({
        title: stage.asks ? t(stage.asks) : t('确定{step}?', { step: t(stage.title) }),
        text: document.summary,
        yes: t('确认'),
      }))
    )
      return
    await advance(kind, document, { id: document.id, stage: stage.key })
  },
})

/** Begins a document that fulfils this one; where there are several kinds, asks for which. */
const fulfilOffer = (id: Id, kinds: readonly DocumentKind[], titleOf: ReturnType<typeof useKindTitles>): Offer => {
  const onlyKind = kinds.length === 1 ? kinds[0] : undefined
  return {
    key: 'fulfil',
    title: onlyKind ? titleOf(onlyKind).list : t('办理后续'),
    kind: 'primary',
    act: async () => {
      const name =
        onlyKind?.kind ??
        (await choose(
          t('办理后续'),
          kinds.map((kind) => ({ value: kind.kind, label: titleOf(kind).list })),
        ))
      if (name) goHref(hrefOf(editPathOfKind(name), { sourceId: id }))
    },
  }
}
