import type { FlowRow } from '../../../domain/operations/flows.ts'
import { go } from '../../travel.ts'

/** Opens the form in which one applies for a flow: that of its document, or the one that the organisation designed. */
export const openFlow = ({ flowKey, flowName, documentKind, formEntity }: FlowRow): void =>
  documentKind === null
    ? go('/pages/flow/formApply', { flowKey, flowName })
    : go('/pages/flow/customFormApply', { flowKey, flowName, mode: 'add', component: formEntity.formKey })
