import type { FlowRow } from '../../../domain/approval/operations/installedFlows.ts'
import { hrefOf } from '../../frames.ts'
import { rememberVisit, session } from '../../session/session.ts'
import { goHref } from '../../travel.ts'

/** Opens the form in which one applies for a flow: that of its document, or the one that the organisation designed. The workbench remembers it. */
export const openFlow = ({ flowKey, flowName, flowIcon, color, documentKind, formEntity }: FlowRow): void => {
  const path =
    documentKind === null
      ? hrefOf('/pages/flow/formApply', { flowKey, flowName })
      : hrefOf('/pages/flow/customFormApply', { flowKey, flowName, mode: 'add', component: formEntity.formKey })
  const { uid } = session()
  rememberVisit({ uid, name: flowName, title: flowName, path, icon: flowIcon, mobileIcon: flowIcon, color })
  goHref(path)
}
