import { flowOperations } from '../../domain/approval/operations/flows.ts'
import { flowInstallPageSize } from '../../domain/rules/constants.ts'
import { useAsk } from '../ask.ts'
import { t } from '../words.ts'

/** The flows that the reader has to do with, to ask a list for; undefined until they are known. */
export const useFlowChoices = (enabled: boolean): { value: string; label: string }[] | undefined => {
  const { data } = useAsk(flowOperations.installedFlows, { all: true, pageSize: flowInstallPageSize }, { staleMs: 60_000, enabled })
  return data?.list.map(({ flowKey, flowName }) => ({ value: flowKey, label: t(flowName) }))
}
