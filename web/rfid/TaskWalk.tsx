import { useMemo, useState } from 'react'
import type { Evidence } from '../../domain/rfid/session.ts'
import type { Id } from '../../kernel/id.ts'
import type { Count, OpenCount } from '../counting/device/count.ts'
import type { Draft } from '../counting/device/journal.ts'
import type { PackIndex } from '../counting/device/pack.ts'
import { confirm } from '../look/overlays/confirm.ts'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { toast } from '../look/overlays/toast.ts'
import { t } from '../words.ts'
import { placeName } from '../counting/outcome.ts'
import { PlaceSheet } from '../counting/PlaceSheet.tsx'
import { useCount } from '../counting/useCount.ts'
import type { Piece } from './pieces.ts'
import { NoPlace, PlaceCard } from './PlaceCard.tsx'
import type { useWalk } from './useWalk.ts'
import { WalkView } from './WalkView.tsx'

/** Counts a task by walking with a reader; what is found lies on the device before the server has it. */
export const TaskWalk = ({ task }: { task: Id }) => {
  const { open, state } = useCount(task)
  if (state.t !== 'open') return <Pending error={state.t === 'failed' ? state.error : undefined} onRetry={async () => open.retry()} />
  return <Walking counting={open} count={state.count} />
}

const Walking = ({ counting, count }: { counting: OpenCount; count: Count }) => {
  const { index, joined } = count
  const [isChoosing, setChoosing] = useState(false)
  const { pieces, here, untagged } = useMemo(() => tagCounts(index, joined.place), [index, joined.place])
  const places = (
    <PlaceSheet
      open={isChoosing}
      onClose={() => setChoosing(false)}
      count={count}
      onChoose={(place) => {
        setChoosing(false)
        void counting.stand(place)
      }}
    />
  )
  if (joined.place === undefined && index.head.places.length > 0)
    return (
      <Page text={joined.name}>
        <NoPlace onChoose={() => setChoosing(true)} />
        {places}
      </Page>
    )
  return (
    <>
      <WalkView
        key={joined.place}
        text={joined.name}
        here={here}
        others={pieces}
        untagged={untagged}
        place={joined.place && <PlaceCard name={placeName(index, joined.place)} onChange={() => setChoosing(true)} />}
        finishTitle={t('完成这个区域')}
        onFinish={(walk) => finish(counting, joined.place, joined.place ? placeName(index, joined.place) : joined.name, walk)}
      />
      {places}
    </>
  )
}

/** The pieces of a count that have a tag, those of them that belong where a person stands, and how many there have none. */
const tagCounts = (index: PackIndex, place: Id | undefined): { pieces: Piece[]; here: Piece[]; untagged: number } => {
  const pieces: Piece[] = []
  const piecesHere: Piece[] = []
  let untaggedCount = 0
  index.each(({ kind, id, epc, name, code, place: at }) => {
    if (kind !== 'asset') return
    const isHere = at === undefined || place === undefined || at === place || index.within(at, place)
    if (epc === undefined) {
      if (isHere) untaggedCount++
      return
    }
    const piece = { id, epc, name, code, place: at === undefined ? '' : placeName(index, at) }
    pieces.push(piece)
    if (isHere) piecesHere.push(piece)
  })
  return { pieces, here: piecesHere, untagged: untaggedCount }
}

/** Writes down what the visit says: strong and weak alike, each for what it is. */
const finish = async (counting: OpenCount, place: Id | undefined, name: string, walk: ReturnType<typeof useWalk>): Promise<boolean> => {
  const { standing, evidence, done } = walk.conclude()
  for (const entry of evidence) {
    const piece = walk.piece(entry.epc)
    if (piece && !(await counting.note(draftOf(piece, entry, place)))) {
      toast(t('手机空间不足'), 'error')
      return false
    }
  }
  done()
  const over = await confirm({
    title: t('{place}盘完了？', { place: name }),
    text: t('读到 {found} 项，不属于这里 {elsewhere} 项，附近听到 {nearby} 项，没有读到 {notYet} 项', {
      found: standing.found.length,
      elsewhere: standing.elsewhere.length,
      nearby: standing.nearby.length,
      notYet: standing.notYet.length,
    }),
    yes: t('这里盘完了'),
    no: t('接着读'),
  })
  if (!over) walk.start()
  else if (place !== undefined && (await counting.note({ kind: 'finish', source: 'rfid', place }))) toast(t('这里已完成'), 'success')
  return true
}

/** dBm that stands where a reader tells no strength: weaker than anything that is heard. */
const untoldDbm = -128

const draftOf = (piece: Piece, { n, best = untoldDbm, firstMs, lastMs, strong }: Evidence, place: Id | undefined): Draft => ({
  kind: 'seen',
  source: 'rfid',
  itemKind: 'asset',
  item: piece.id,
  code: piece.epc,
  rssi: { n, best, first: Math.round(firstMs), last: Math.round(lastMs), strong },
  ...(place !== undefined && { place }),
})
