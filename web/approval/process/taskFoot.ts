import type { TaskRow } from '../../../domain/approval/operations/process.ts'
import { t } from '../../words.ts'

/** The asking step and its person, and the principal of a decision by an agent. */
export const taskFoot = (task: TaskRow): string => [task.initiator.userName, taskStep(task)].join(' · ')

/** The step, and the principal of a decision by an agent. */
export const taskStep = ({ nodeName, onBehalfOf }: TaskRow): string =>
  [t(nodeName), onBehalfOf ? t('代{name}审批', { name: onBehalfOf.userName }) : ''].filter(Boolean).join(' · ')
