import { flowOperations } from '../../../domain/approval/operations/flows.ts'
import { formOperations } from '../../../domain/approval/operations/forms.ts'
import type { FlowRow } from '../../../domain/approval/operations/installedFlows.ts'
import { ignoreCallError } from '../../ignoreCallError.ts'
import { choose, confirm, confirmDelete } from '../../look/overlays/confirm.ts'
import type { FlowSheetFor } from '../design/form/FlowSheet.tsx'
import { useSend } from '../../send.ts'
import { t } from '../../words.ts'

/** Installing a flow, switching it on and off, renaming, copying and deleting it. */
export const useFlowActs = (flow: FlowRow) => {
  const { flowKey, flowName, state, running } = flow
  const install = useSend(flowOperations.install, { done: '已安装' })
  const turn = useSend(flowOperations.switchFlow)
  const remove = useSend(formOperations.deleteFlow, { done: '已删除' })
  const isOn = state === 2
  /** A flow of a form of its own may be copied, and deleted while no one has applied with it. */
  const chooseAct = async (onAbout: (sheet: FlowSheetFor) => void): Promise<void> => {
    const isCustom = flow.documentKind === null
    const act = await choose(t(flowName), [
      { value: 'edit', label: t('名称和图标') },
      ...(isCustom ? [{ value: 'copy', label: t('复制流程') }] : []),
      ...(isCustom ? [{ value: 'delete', label: t('删除') }] : []),
    ])
    if (act === 'edit' || act === 'copy') onAbout({ act, flow })
    if (act === 'delete' && (await confirmDelete(t('确定删除{name}吗?', { name: t(flowName) }))))
      await remove.send({ flowKey }).catch(ignoreCallError)
  }
  const toggle = async (): Promise<void> => {
    if (isOn) {
      const isAgreed = await confirm({
        title: t('停用“{flow}”？', { flow: t(flowName) }),
        text: t('停用后不能再发起；进行中的{count}个申请继续进行。', { count: running }),
        yes: t('停用'),
        danger: true,
      })
      if (!isAgreed) return
    }
    await turn.send({ flowKey, state: isOn ? 3 : 2 }).catch(ignoreCallError)
  }
  return {
    chooseAct,
    toggle,
    isSwitching: Boolean(turn.sending),
    install: () => install.send({ flowKey }).catch(ignoreCallError),
    isInstalling: install.sending,
  }
}
