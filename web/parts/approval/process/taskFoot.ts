import type { TaskRow } from '../../../../domain/operations/process.ts'
import { t } from '../../../words.ts'

/** Who asks at which step, and for which person one decides. */
export const taskFoot = (task: TaskRow): string => [task.initiator.userName, taskStep(task)].join(' · ')

/** At which step, and for which person one decides. */
export const taskStep = ({ nodeName, onBehalfOf }: TaskRow): string =>
  [t(nodeName), onBehalfOf ? t('代{name}审批', { name: onBehalfOf.userName }) : ''].filter(Boolean).join(' · ')
