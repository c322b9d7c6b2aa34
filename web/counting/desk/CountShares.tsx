import { MapPin, Plus, Trash2, UserRound, Users } from 'lucide-react'
import { useState } from 'react'
import { shareKinds } from '../../../domain/counting/task.ts'
import { countTaskInfo, countTaskProgress, countTaskShare } from '../../../domain/counting/operations.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import type { Day } from '../../../kernel/day.ts'
import type { Id } from '../../../kernel/id.ts'
import { useAsk } from '../../ask.ts'
import { CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { Card, Section } from '../../look/Card.tsx'
import { Cell } from '../../look/Cell.tsx'
import { Choice } from '../../look/fields/Choice.tsx'
import { DateField } from '../../look/fields/DateField.tsx'
import { Empty } from '../../look/Empty.tsx'
import { IconButton } from '../../look/IconButton.tsx'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { useName } from '../../forms/names.ts'
import { ReferenceField } from '../../forms/ReferenceField.tsx'
import { shortDay, today } from '../../shell/dateWords.ts'
import { useLeaveGuard, useSearch } from '../../screen.ts'
import { useSend } from '../../send.ts'
import { back, leaveFreely } from '../../travel.ts'
import { t } from '../../words.ts'
import { Bar } from './Ring.tsx'
import { shareWords } from './shareWords.ts'

type Task = OutputOf<typeof countTaskInfo>
/** A share as it is filled in; how much it is where that is known. */
type ShareDraft = {
  readonly kind: keyof typeof shareKinds
  readonly personId?: Id
  readonly refId?: Id
  readonly dueOn?: Day
  readonly expected?: number
}

/** Who counts what of a count: shares that are not finished may be given to others at any time; what was counted stays. */
export default function CountShares() {
  const { id = '' } = useSearch('/pages/goods/GsInventoryOrder/gsinventoryshare')
  const { data, error, refetch } = useAsk(countTaskInfo, { id }, { once: true })
  if (!data) return <Pending error={error} onRetry={refetch} />
  return <Editor task={data} />
}

const Editor = ({ task }: { task: Task }) => {
  // What was finished stands, and so does what a recount gave to a person.
  const standing = task.shares.filter(stands)
  const [before] = useState(() => task.shares.filter((share, index, all) => !stands(share, index, all)).map(givenOf))
  const [shares, setShares] = useState<readonly ShareDraft[]>(before)
  const [edited, setEdited] = useState<{ at: number; share: ShareDraft }>()
  const { data: progress } = useAsk(countTaskProgress, { taskId: task.id }, { keep: true })
  const { send, sending } = useSend(countTaskShare, { done: '已分派' })
  const isChanged = shares !== before
  useLeaveGuard(isChanged)
  const places = (progress?.places ?? []).flatMap(({ id, ...place }) =>
    id === null || shares.some(({ kind, refId }) => kind === 'place' && refId === id) ? [] : [{ id, ...place }],
  )
  const save = async () => {
    try {
      await send({ taskId: task.id, shares: shares.map(({ expected: _, ...share }) => share) })
      leaveFreely()
      await back()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  const add = (share: ShareDraft) => setEdited({ at: shares.length, share })
  const put = (position: number, share: ShareDraft) => {
    setShares(shares.toSpliced(position, 1, share))
    setEdited(undefined)
  }
  return (
    <Page
      width="form"
      text={task.name}
      right={
        <Button size="small" kind="plain" icon={Plus} onClick={() => add({ kind: 'place' })}>
          {t('添加')}
        </Button>
      }
      bottom={
        <Button size="large" wide busy={sending} disabled={!isChanged} onClick={() => void save()}>
          {t('保存分派')}
        </Button>
      }
    >
      <div className="pt-2">
        {shares.length === 0 ? (
          <Card className="mb-4">
            <Empty icon={Users} title={t('还没有分派')} text={t('不分派时，能盘点的人都可以盘全部。')} />
          </Card>
        ) : (
          <Section title={t('谁盘什么')} note={t('保存后各人收到消息。改派不会丢掉已经盘过的。')}>
            {shares.map((share, index) => (
              <ShareRow
                key={`${index}/${share.kind}/${share.refId ?? ''}`}
                share={share}
                onPress={() => setEdited({ at: index, share })}
                onDrop={() => setShares(shares.filter((_, position) => position !== index))}
              />
            ))}
          </Section>
        )}
        <FreePlaces
          places={places}
          onAll={() => setShares([...shares, ...places.map(({ id, expected }) => ({ kind: 'place' as const, refId: id, expected }))])}
          onPlace={({ id, expected }) => add({ kind: 'place', refId: id, expected })}
        />
        <StandingShares shares={standing} />
      </div>
      <Sheet open={edited !== undefined} onClose={() => setEdited(undefined)} title={t('分派')}>
        {edited && (
          <ShareFields
            key={edited.at}
            begun={edited.share}
            lastDay={task.dueOn}
            selfToo={task.plan.methods.includes('self')}
            onDone={(share) => put(edited.at, share)}
          />
        )}
      </Sheet>
    </Page>
  )
}

type FreePlace = { readonly id: Id; readonly name: string; readonly expected: number; readonly done: number }
type FreeProps = {
  places: readonly FreePlace[]
  /** A share for each of them. */
  onAll: () => void
  onPlace: (place: Pick<FreePlace, 'id' | 'expected'>) => void
}

/** Places that no one counts yet. */
const FreePlaces = ({ places, onAll, onPlace }: FreeProps) =>
  places.length > 0 && (
    <Section title={t('还没有人盘的区域')}>
      {places.length > 1 && (
        <Cell icon={MapPin} title={t('每个区域一份')} text={t('共{n}个区域，再逐个指定人', { n: places.length })} onPress={onAll} />
      )}
      {places.map(({ id, name, expected, done }) => (
        <Cell
          key={id}
          title={name}
          text={<Bar expected={expected} done={done} />}
          value={`${done}/${expected}`}
          onPress={() => onPlace({ id, expected })}
        />
      ))}
    </Section>
  )

/** Shares that are not given to others any more. */
const StandingShares = ({ shares }: { shares: Task['shares'] }) =>
  shares.length > 0 && (
    <Section title={t('不再改派的')}>
      {shares.map((share) => (
        <Cell
          key={share.id}
          title={share.person?.name ?? t('谁都可以')}
          text={shareWords(share)}
          value={`${share.done}/${share.expected}`}
        />
      ))}
    </Section>
  )

const stands = ({ kind, finishedAt, round }: Task['shares'][number], _: number, all: Task['shares']): boolean =>
  finishedAt !== null || kind === 'lines' || all.some((item) => item.round > round)

const givenOf = ({ kind, person, ref, dueOn, expected }: Task['shares'][number]): ShareDraft => ({
  kind,
  ...(person && { personId: person.id }),
  ...(ref && { refId: ref.id }),
  ...(dueOn && { dueOn }),
  expected,
})

/** Who counts a share that is given to no one. */
const anyoneWords = (kind: ShareDraft['kind']): string => (kind === 'self' ? t('各使用人') : t('谁都可以'))

const ShareRow = ({ share, onPress, onDrop }: { share: ShareDraft; onPress: () => void; onDrop: () => void }) => {
  const person = useName('person', share.personId)
  const ref = useName(share.kind === 'department' ? 'department' : 'location', share.refId)
  const what = shareWords({
    kind: share.kind,
    ref: share.refId ? { id: share.refId, name: ref || '…' } : null,
    expected: share.expected ?? 0,
  })
  return (
    <div className="flex items-center border-b border-line last:border-transparent">
      <button type="button" onClick={onPress} className="pressable flex min-h-14 min-w-0 flex-1 items-center gap-3 py-2.5 pl-4 text-left">
        <span className="min-w-0 flex-1">
          <span className="block truncate text-body font-medium">{what}</span>
          <span className={`flex items-center gap-1 text-small ${share.personId || share.kind === 'self' ? 'text-quiet' : 'text-warn'}`}>
            <UserRound size={14} aria-hidden />
            <span className="truncate">
              {[share.personId ? person || '…' : anyoneWords(share.kind), share.dueOn && shortDay(share.dueOn)].filter(Boolean).join(' · ')}
            </span>
          </span>
        </span>
        {share.expected !== undefined && (
          <span className="shrink-0 text-small tabular-nums text-quiet">{t('{n}项', { n: share.expected })}</span>
        )}
      </button>
      <IconButton icon={Trash2} iconSize={18} label={t('移除{name}', { name: what })} className="text-quiet" onClick={onDrop} />
    </div>
  )
}

type FieldsProps = { begun: ShareDraft; lastDay: string | null; selfToo: boolean; onDone: (share: ShareDraft) => void }

const ShareFields = ({ begun, lastDay, selfToo, onDone }: FieldsProps) => {
  const [share, setShare] = useState(begun)
  const change = (values: Partial<ShareDraft>) => setShare({ ...share, ...values })
  const { kind } = share
  const refNeeded = kind === 'place' || kind === 'department'
  const kinds = (['place', 'department', ...(selfToo || kind === 'self' ? (['self'] as const) : [])] as const).map((value) => ({
    value,
    label: shareKinds[value],
  }))
  return (
    <>
      <Card flush className="mb-4 shrink-0">
        {kind !== 'lines' && (
          <Choice
            label={t('盘什么')}
            required
            value={kind}
            options={kinds}
            onChange={(next) => {
              const { refId: _, expected: __, ...rest } = share
              setShare({ ...rest, kind: next })
            }}
          />
        )}
        {refNeeded && (
          <ReferenceField
            key={kind}
            control={{ type: 'reference', to: kind === 'department' ? 'department' : 'location', many: false }}
            label={kind === 'department' ? t('使用部门') : t('盘点区域')}
            required
            value={share.refId ?? ''}
            onChange={(refId) => {
              const { expected: _, ...rest } = share
              setShare(withId(rest, 'refId', refId))
            }}
          />
        )}
        <ReferenceField
          control={{ type: 'reference', to: 'person', many: false }}
          label={t('盘点人')}
          value={share.personId ?? ''}
          placeholder={anyoneWords(kind)}
          onChange={(personId) => setShare(withId(share, 'personId', personId))}
        />
        <DateField
          label={t('截止日期')}
          value={share.dueOn ?? ''}
          min={today()}
          {...(lastDay && lastDay >= today() && { max: lastDay })}
          onChange={(dueOn) => (dueOn ? change({ dueOn }) : setShare(withId(share, 'dueOn', '')))}
        />
      </Card>
      <Button size="large" wide disabled={refNeeded && !share.refId} onClick={() => onDone(share)} className="shrink-0">
        {t('确定')}
      </Button>
    </>
  )
}

const withId = (share: ShareDraft, key: 'refId' | 'personId' | 'dueOn', id: Id | ''): ShareDraft => {
  const { [key]: _, ...rest } = share
  return id ? { ...rest, [key]: id } : rest
}
