import { type ReactNode, useState } from 'react'
import type { CountPlan } from '../../../domain/counting/plan.ts'
import { countPlanDelete, countPlanInfo, countPlanSave, countPlanUpdate } from '../../../domain/counting/operations.ts'
import type { Id } from '../../../kernel/id.ts'
import { useAsk } from '../../ask.ts'
import { CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import type { Busy } from '../../look/holdButton.ts'
import { confirmDelete } from '../../look/overlays/confirm.ts'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { useLeaveGuard, useSearch } from '../../screen.ts'
import { useSend } from '../../send.ts'
import { back, leaveFreely } from '../../travel.ts'
import { t } from '../../words.ts'
import { plainPlan, wrongIn } from './planForm.ts'
import { PlanFields } from './PlanFields.tsx'
import { Preview } from './Preview.tsx'
import { useStarting } from './StartSheet.tsx'

/** A plan: the plain choices first, the rest folded away; beside them what it takes in now. */
export default function PlanEditor(): ReactNode {
  const { id } = useSearch('/pages/goods/GsInventoryOrder/gsinventoryplan-edit')
  return id ? <Known key={id} id={id} /> : <Blank />
}

/** The blank plan is one and the same however often it is drawn: nothing has been typed until it is another. */
const Blank = () => {
  const [blank] = useState<NewPlan>(() => ({ plan: { ...plainPlan(), name: '' } }))
  return <Editor saved={blank} />
}

const Known = ({ id }: { id: Id }) => {
  const { data, error, refetch } = useAsk(countPlanInfo, { id }, { once: true })
  if (!data) return <Pending error={error} onRetry={refetch} />
  return <Editor key={data.version} saved={data} />
}

type StoredPlan = { plan: CountPlan; id: Id; version: number; openTask: { id: string; code: string } | null }
type NewPlan = { plan: CountPlan; id?: undefined; openTask?: undefined }

const Editor = ({ saved }: { saved: StoredPlan | NewPlan }) => {
  const [plan, setPlan] = useState(saved.plan)
  const [isShown, setShown] = useState(false)
  const { send: save, sending: saving } = useSend(countPlanSave, { done: '已保存' })
  const { send: update, sending: updating } = useSend(countPlanUpdate, { done: '已保存' })
  const { send: remove } = useSend(countPlanDelete, { done: '已删除' })
  const { opening, start } = useStarting()
  const isChanged = plan !== saved.plan
  const busy = saving || updating || opening
  useLeaveGuard(isChanged)
  const wrong = wrongIn(plan)

  const keep = async (): Promise<Id | undefined> => {
    if (wrong) {
      setShown(true)
      return undefined
    }
    if (saved.id === undefined) return (await save({ plan })).id
    if (isChanged) await update({ id: saved.id, version: saved.version, plan })
    return saved.id
  }
  const attempt = (act: () => Promise<unknown>) => () =>
    void act().catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
    })
  const saveOnly = attempt(async () => {
    if ((await keep()) === undefined) return
    leaveFreely()
    await back()
  })
  const saveAndStart = attempt(async () => {
    const id = await keep()
    if (id === undefined) return
    leaveFreely()
    await start(id)
  })
  const drop = (id: Id) =>
    attempt(async () => {
      if (!(await confirmDelete(t('确定删除{name}吗?', { name: saved.plan.name }), t('按它做过的盘点都保留。')))) return
      await remove({ id })
      leaveFreely()
      await back()
    })
  return (
    <Page
      width="page"
      right={
        saved.id && (
          <Button kind="plain" size="small" onClick={drop(saved.id)}>
            {t('删除')}
          </Button>
        )
      }
      bottom={
        <SaveButtons
          isOpen={Boolean(saved.openTask)}
          busy={busy}
          saveBusy={(saving || updating) && !opening}
          startBusy={opening}
          onSave={saveOnly}
          onStart={saveAndStart}
        />
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 pt-2 wide:grid-cols-[minmax(0,1fr)_22rem] wide:items-start">
        <div className="min-w-0">
          <PlanFields plan={plan} onChange={setPlan} wrong={isShown ? (wrong ?? {}) : {}} />
        </div>
        <div className="wide:sticky wide:top-2">
          <Preview plan={plan} />
        </div>
      </div>
    </Page>
  )
}

type SaveButtonsProps = {
  isOpen: boolean
  busy: Busy
  saveBusy: Busy
  startBusy: Busy
  onSave: () => void
  onStart: () => void
}

/** Saves the plan; where it has no open count, starts one as well. */
const SaveButtons = ({ isOpen, busy, saveBusy, startBusy, onSave, onStart }: SaveButtonsProps) => (
  <>
    <Button kind={isOpen ? 'primary' : 'secondary'} size="large" wide disabled={busy} busy={saveBusy} onClick={onSave}>
      {t('保存')}
    </Button>
    {!isOpen && (
      <Button size="large" wide disabled={busy} busy={startBusy} onClick={onStart}>
        {t('保存并开始')}
      </Button>
    )}
  </>
)
