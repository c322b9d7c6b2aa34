import { Pause, Play, Radar } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { List } from '../look/List.tsx'
import { Notice } from '../look/Notice.tsx'
import { Page } from '../look/Page.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { useLeaveGuard, useWide } from '../screen.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { useConnection } from './connection.ts'
import type { Piece } from './pieces.ts'
import { ReaderBar } from './ReaderBar.tsx'
import { useWalk } from './useWalk.ts'

type Props = {
  title?: string
  text?: string | undefined
  /** What belongs to the place that is read. */
  here: readonly Piece[]
  /** What may be met besides; `asked` where only the server knows. */
  others: readonly Piece[] | 'asked'
  /** Pieces there that have no tag, and that no one can hear. */
  untagged: number
  /** Where they are, and the way to another place. */
  place: ReactNode
  finishTitle: string
  /** Takes what the visit says; whether it is done with. */
  onFinish: (walk: ReturnType<typeof useWalk>) => Promise<boolean>
}

type Group = 'notYet' | 'nearby' | 'found' | 'elsewhere'

/** Reads a place: how much of what belongs there was heard, what is still missing, and what should not be there. */
export const WalkView = ({ title, text, here, others, untagged, place, finishTitle, onFinish }: Props) => {
  const wide = useWide()
  const walk = useWalk(here, others)
  const [group, setGroup] = useState<Group>('notYet')
  const { isFinishing, finish } = useFinishing(walk, onFinish)
  const panel = (
    <>
      {place}
      <ReaderBar className="mb-3" />
      <Counter walk={walk} all={here.length} untagged={untagged} />
      <WalkNotices walk={walk} />
      <GroupTabs walk={walk} group={group} onGroup={setGroup} />
    </>
  )
  const list = (
    <List
      pages={still(walk.standing[group].flatMap((epc) => walk.piece(epc) ?? []))}
      picture={false}
      keyOf={({ epc }) => epc}
      header={wide ? <div className="h-1" /> : panel}
      empty={emptyOf(group, here.length)}
      row={(piece) => (
        <PieceRow
          piece={piece}
          onFind={group === 'found' ? undefined : () => go('/pages/goods/GsGoodsInstance/rfid-find', { id: piece.id })}
        />
      )}
    />
  )
  return (
    <Page
      {...(title !== undefined && { title })}
      text={text}
      scroll={false}
      width="full"
      bottom={<WalkButtons walk={walk} finishTitle={finishTitle} busy={isFinishing} onFinish={() => void finish()} />}
    >
      {wide ? (
        <div className="flex min-h-0 flex-1">
          <div className="scroller w-110 shrink-0 px-6 pb-6">{panel}</div>
          <div className="flex min-w-0 flex-1 flex-col border-l border-line">{list}</div>
        </div>
      ) : (
        list
      )}
    </Page>
  )
}

type Walk = ReturnType<typeof useWalk>

/** Hands over what was read; until that is taken, leaving asks. */
const useFinishing = (walk: Walk, onFinish: Props['onFinish']) => {
  const [isFinishing, setFinishing] = useState(false)
  const [isFinished, setFinished] = useState(false)
  useLeaveGuard(walk.anything && !isFinished)
  const finish = async () => {
    walk.stop()
    setFinishing(true)
    try {
      setFinished(await onFinish(walk))
    } finally {
      setFinishing(false)
    }
  }
  return { isFinishing, finish }
}

type CounterProps = { walk: Walk; all: number; untagged: number }

const Counter = ({ walk: { standing }, all, untagged }: CounterProps) => {
  const further = [
    untagged > 0 && t('{n} 项没有标签，读不到', { n: untagged }),
    standing.foreign > 0 && t('另有 {n} 个不认识的标签', { n: standing.foreign }),
  ].filter(Boolean)
  return (
    <Card className="mb-3 text-center">
      <p className="text-quiet" role="status" aria-label={t('已读到 {n} / 共 {all}', { n: standing.found.length, all })}>
        <span className="text-[3.25rem] font-semibold leading-none text-ink tabular-nums">{standing.found.length}</span>
        <span className="text-title"> / {all}</span>
      </p>
      <p className="mt-1 text-small text-quiet">{further.join(t('；')) || t('本区域有标签的资产')}</p>
    </Card>
  )
}

const WalkNotices = ({ walk: { standing, reading, quiet, piece } }: { walk: Walk }) => (
  <>
    {standing.copied.length > 0 && (
      <Notice
        text={t('{names}的标签有两个芯片在用，可能被复制了', {
          names: standing.copied.map((epc) => piece(epc)?.name ?? epc).join(t('、')),
        })}
      />
    )}
    {reading && quiet && <Notice text={t('5秒没有读到新的资产，可以换个角度再读，或完成这个区域')} />}
  </>
)

type GroupTabsProps = { walk: Walk; group: Group; onGroup: (group: Group) => void }

const GroupTabs = ({ walk: { standing }, group, onGroup }: GroupTabsProps) => (
  <Tabs
    look="line"
    label={t('读到的情况')}
    value={group}
    onChange={onGroup}
    tabs={[
      { value: 'notYet', label: t('未读到'), count: standing.notYet.length },
      { value: 'nearby', label: t('附近'), count: standing.nearby.length },
      { value: 'found', label: t('已读到'), count: standing.found.length },
      { value: 'elsewhere', label: t('他处的'), count: standing.elsewhere.length },
    ]}
  />
)

type WalkButtonsProps = { walk: Walk; finishTitle: string; busy: boolean; onFinish: () => void }

const WalkButtons = ({ walk: { reading, anything, start, stop }, finishTitle, busy, onFinish }: WalkButtonsProps) => {
  const { reader } = useConnection()
  const startTitle = anything ? t('继续读取') : t('开始读取')
  return (
    <>
      <Button
        size="large"
        wide
        kind={reading ? 'secondary' : 'primary'}
        icon={reading ? Pause : Play}
        disabled={!reader}
        onClick={reading ? stop : start}
        className="wide:w-auto!"
      >
        {reading ? t('暂停读取') : startTitle}
      </Button>
      {anything && (
        <Button size="large" wide kind={reading ? 'primary' : 'secondary'} busy={busy} onClick={onFinish} className="wide:w-auto!">
          {finishTitle}
        </Button>
      )}
    </>
  )
}

export const PieceRow = ({ piece: { name, code, place }, onFind }: { piece: Piece; onFind: (() => void) | undefined }) => (
  <div className="flex min-h-16 items-center gap-3 py-2 pl-4 pr-2">
    <span className="min-w-0 flex-1">
      <span className="block truncate text-body">{name}</span>
      <span className="block truncate text-small text-quiet">{[code, place].filter(Boolean).join(' · ')}</span>
    </span>
    {onFind && (
      <Button kind="plain" size="small" icon={Radar} onClick={onFind}>
        {t('找一找')}
      </Button>
    )}
  </div>
)

const emptyOf = (group: Group, all: number): { title: string; text?: string } => {
  switch (group) {
    case 'notYet':
      return all === 0 ? { title: t('这个区域没有带标签的资产') } : { title: t('都读到了') }
    case 'nearby':
      return { title: t('没有'), text: t('信号弱或只听到一两次的资产会出现在这里，它们不算已盘到。') }
    case 'found':
      return { title: t('还没有读到'), text: t('连接读写器，开始读取，慢慢走过货架。') }
    case 'elsewhere':
      return { title: t('没有'), text: t('账上在别处、却在这里读到的资产会出现在这里。') }
  }
}

/** A list that is all there. */
const still = <R,>(rows: readonly R[]) => ({
  rows,
  totalCount: rows.length,
  status: 'ready' as const,
  error: undefined,
  hasMore: false,
  loadingMore: false,
  moreFailed: false,
  more: () => undefined,
  refresh: async () => undefined,
})
