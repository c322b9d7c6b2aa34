import type { TaskRow } from '../../../../domain/operations/process.ts'
import { t } from '../../../words.ts'

/** Who asks at which step, and for whom one decides. */
export const taskFoot = ({ initiator, nodeName, onBehalfOf }: TaskRow): string =>
  [initiator.userName, t(nodeName), onBehalfOf ? t('代{name}审批', { name: onBehalfOf.userName }) : ''].filter(Boolean).join(' · ')
