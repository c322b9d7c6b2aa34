import { useEffect, useState } from 'react'
import type { InputOf } from '../../../domain/operations/define.ts'
import { flowOperations } from '../../../domain/approval/operations/flows.ts'
import { useAsk } from '../../ask.ts'
import { CallError } from '../../call.ts'
import { confirm } from '../../look/overlays/confirm.ts'
import { toast } from '../../look/overlays/toast.ts'
import { useSend } from '../../send.ts'
import { t } from '../../words.ts'

export type UpgradeQuery = InputOf<typeof flowOperations.upgrade>
export type Upgrade = ReturnType<typeof useUpgrade>

/** Moving the running applications of a flow to one of its versions: what is asked, what it would do, and how it goes. */
export const useUpgrade = (flowKey: string) => {
  const definition = useAsk(flowOperations.definition, { flowKey })
  const progress = useAsk(flowOperations.upgradeProgress, { flowKey })
  const { asked, chooseVersion, setMapping, setReenter, setReturnAll, setNotReached } = useUpgradeQuery(flowKey)
  const latest = progress.data?.upgrade
  const running = latest !== null && latest !== undefined && latest.finishedAt === null
  const dry = useAsk(flowOperations.upgrade, { ...asked, dryRun: true }, { enabled: progress.isSuccess && !running, keep: true })
  const { send, sending } = useSend(flowOperations.upgrade)
  useFreshWhile(running, progress.refetch)

  const { versions = [], flow } = definition.data ?? {}
  const target = asked.version ?? flow?.version ?? undefined
  const survey = dry.data?.survey
  const movable = survey ? survey.counts.ok + survey.counts.warning : 0
  const start = async (): Promise<void> => {
    const stayingCount = (dry.data?.total ?? 0) - movable
    const isAgreed = await confirm({
      title: t('升级{count}个申请到版本{version}？', { count: movable, version: target ?? '' }),
      text: [
        asked.returnAll ? t('它们会全部退回发起人。') : t('已经完成的审批和意见会保留。'),
        stayingCount > 0 ? t('另有{count}个不能升级，保持原版本。', { count: stayingCount }) : '',
      ].join(''),
      yes: t('开始升级'),
    })
    if (!isAgreed) return
    try {
      const { finished, moved } = await send(asked)
      if (finished) toast(t('已升级{count}个申请', { count: moved }), 'success')
    } catch (error) {
      // Its words were toasted.
      if (!(error instanceof CallError)) throw error
    }
  }
  const questions = [definition, progress, ...(running ? [] : [dry])]
  return {
    asked,
    chooseVersion,
    setMapping,
    setReenter,
    setReturnAll,
    setNotReached,
    versions,
    flow,
    target,
    latest,
    running,
    dry,
    survey,
    movable,
    start,
    sending,
    isKnown: definition.data !== undefined && progress.data !== undefined,
    /** The question that was not answered. */
    failed: questions.find(({ isError }) => isError),
    refetch: () => Promise.all([definition.refetch(), progress.refetch(), dry.refetch()]),
  }
}

/** What is asked; another version begins with no decisions of its own. */
const useUpgradeQuery = (flowKey: string) => {
  const [version, setVersion] = useState<number>()
  const [mapping, setMapping] = useState<Readonly<Record<string, string>>>({})
  const [reenter, setReenter] = useState<readonly string[]>([])
  const [returnAll, setReturnAll] = useState(false)
  const [notReached, setNotReached] = useState('')
  const query: UpgradeQuery = {
    flowKey,
    ...(version !== undefined && { version }),
    ...(Object.keys(mapping).length > 0 && { mapping }),
    ...(reenter.length > 0 && { reenter: [...reenter] }),
    ...(returnAll && { returnAll }),
    ...(notReached && { notReached }),
  }
  const chooseVersion = (next: string) => {
    setVersion(Number(next))
    setMapping({})
    setReenter([])
    setNotReached('')
  }
  return { asked: query, chooseVersion, setMapping, setReenter, setReturnAll, setNotReached }
}

/** Asks again every few seconds, where no hint comes over the socket. */
const useFreshWhile = (running: boolean, refetch: () => unknown): void => {
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => void refetch(), 3000)
    return () => clearInterval(timer)
  }, [running, refetch])
}
