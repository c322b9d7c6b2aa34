import { useState } from 'react'
import { flowOperations } from '../../../domain/approval/operations/flows.ts'
import { flowInstallPageSize } from '../../../domain/rules/constants.ts'
import { useAsk } from '../../ask.ts'
import { choose } from '../../look/overlays/confirm.ts'
import { t } from '../../words.ts'

/** The flow by which a list is narrowed; undefined is all of them. */
export const useFlowChoice = (first: string | undefined) => {
  const [key, setKey] = useState(first)
  const flows = useAsk(flowOperations.installedFlows, { all: true, pageSize: flowInstallPageSize }, { staleMs: 60_000 })
  const list = flows.data?.list ?? []
  const flow = list.find((flow) => flow.flowKey === key)
  return {
    key,
    label: flow ? t(flow.flowName) : t('全部流程'),
    choose: async () => {
      const answer = await choose(t('流程'), [
        { value: '', label: t('全部流程'), chosen: key === undefined },
        ...list.map((flow) => ({ value: flow.flowKey, label: t(flow.flowName), chosen: flow.flowKey === key })),
      ])
      if (answer !== undefined) setKey(answer === '' ? undefined : answer)
    },
  }
}
